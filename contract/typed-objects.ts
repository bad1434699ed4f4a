/**
 * Object.keys and its like with the names that the type knows. For objects whose type names all that is in them, such as
 * the tables of the contract: what came from outside may hold more.
 */
export const keysOf = <Known extends object>(object: Known) => Object.keys(object) as (keyof Known & string)[]

export const entriesOf = <Name extends string, Value>(object: Readonly<Partial<Record<Name, Value>>>) =>
  Object.entries(object) as [Name, Value][]

/** An object with a value for each of the names. */
export const recordOf = <Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
) => Object.fromEntries(names.map(name => [name, valueOf(name)])) as Record<Name, Value>

/** Whether a value, such as a choice in a form, is one of those that are known. */
export const isOneOf = <Known extends string>(known: readonly Known[], value: unknown): value is Known =>
  known.some(one => one === value)

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
