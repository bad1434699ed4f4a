import pg from 'pg'

/** With a `name` PostgreSQL keeps it for the connection's next trips, parsed and planned. */
export type Statement = { text: string; values?: readonly unknown[]; name?: string | undefined }

export type Row = Record<string, unknown>
export type Result = { command: string; rowCount: number | null; rows: Row[] }

type Column = { name: string; parse: (value: string) => unknown }
/**
 * How many statements a connection keeps: a large one takes 150 kB of PostgreSQL's memory, on each connection that has
 * used it.
 */
export const MAXIMUM_KEPT_STATEMENTS = 300

/** By name, the one that was used longest ago first. `'doubtful'`: a statement failed in the trip that was to prepare it, and nobody said which half of it did. */
type Prepared = Map<string, Column[] | 'doubtful'>

const preparedOn = new WeakMap<pg.Connection, Prepared>()

// How the driver's own queries write their parameters; its types leave it out.
const { prepareValue } = Reflect.get(pg, 'utils') as {
  prepareValue: (value: unknown) => string | Buffer | null
}

const DATE_OID = 1082
const LOCAL_TIME_OID = 1114
const NUMERIC_OID = 1700
const BIGINT_OID = 20

function parserOf(oid: number): (value: string) => unknown {
  // A calendar date has no time zone; the driver would make it a local midnight.
  if (oid === DATE_OID) return value => value
  // Nor has a local time, which is kept to the minute: yyyy-MM-ddTHH:mm.
  if (oid === LOCAL_TIME_OID) return value => value.slice(0, 16).replace(' ', 'T')
  // Columns hold at most 15 significant digits, which a JSON number carries exactly.
  if (oid === NUMERIC_OID || oid === BIGINT_OID) return Number
  return pg.types.getTypeParser(oid, 'text')
}

/**
 * Statements that are sent together and answered together. There is one Sync behind them all, by which PostgreSQL does
 * nothing of what follows a statement that failed: a commit at the end is never reached then. Without a begin among
 * them they are one transaction of their own, which the Sync commits.
 */
export class Trip implements pg.Submittable {
  readonly statements: readonly Statement[]
  readonly results: Result[] = []
  /** Called by the driver when the trip is over. */
  callback: (error: Error | null) => void = () => undefined
  readonly #values: (string | Buffer | null)[][]
  #prepared: Prepared = new Map()
  #columns: Column[] = []
  #rows: Row[] = []
  #unreadable: Error | undefined

  /** Throws where a value cannot be sent; nothing has left then. */
  constructor(statements: readonly Statement[]) {
    this.statements = statements
    this.#values = statements.map(({ values = [] }) => values.map(value => prepareValue(value)))
  }

  submit(connection: pg.Connection): void {
    const prepared = preparedOn.get(connection) ?? new Map<string, Column[] | 'doubtful'>()
    preparedOn.set(connection, prepared)
    this.#prepared = prepared
    const begun = new Set<string>()
    connection.stream.cork()
    this.#makeRoom(connection, prepared)
    for (const [index, { name = '', text }] of this.statements.entries()) {
      const known = prepared.get(name)
      const isPrepared = name !== '' && (begun.has(name) || Array.isArray(known))
      if (!isPrepared) {
        if (known === 'doubtful') connection.close({ type: 'S', name }, false)
        connection.parse({ name, text, types: [] }, false)
        begun.add(name)
      }
      connection.bind({ statement: name, values: this.#values[index] }, false)
      if (!Array.isArray(known)) connection.describe({ type: 'P' }, false)
      connection.execute({}, false)
    }
    connection.sync()
    connection.stream.uncork()
    this.#expectNext()
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const row: Row = {}
    try {
      for (const [index, { name, parse }] of this.#columns.entries()) {
        const value = fields[index] ?? null
        row[name] = value === null ? null : parse(value)
      }
    } catch (error) {
      this.#unreadable ??= error as Error
    }
    this.#rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }): void {
    const { name } = this.#current ?? {}
    if (name) {
      this.#prepared.delete(name)
      this.#prepared.set(name, this.#columns)
    }
    const [command = '', ...numbers] = text.split(' ')
    const count = numbers.at(-1)
    this.results.push({ command, rowCount: count === undefined ? null : Number(count), rows: this.#rows })
    this.#expectNext()
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleError(error: Error): void {
    const { name } = this.#current ?? {}
    if (name && !Array.isArray(this.#prepared.get(name))) this.#prepared.set(name, 'doubtful')
    this.callback(error)
  }

  handleReadyForQuery(): void {
    this.callback(this.#unreadable ?? null)
  }

  /** Sent first: what follows a statement that failed is not done. */
  #makeRoom(connection: pg.Connection, prepared: Prepared): void {
    const wanted = new Set(this.statements.flatMap(({ name }) => name ?? []))
    for (const name of prepared.keys()) {
      if (prepared.size <= MAXIMUM_KEPT_STATEMENTS - wanted.size) break
      if (wanted.has(name)) continue
      connection.close({ type: 'S', name }, false)
      prepared.delete(name)
    }
  }

  get #current(): Statement | undefined {
    return this.statements[this.results.length]
  }

  #expectNext(): void {
    const known = this.#prepared.get(this.#current?.name ?? '')
    this.#columns = Array.isArray(known) ? known : []
    this.#rows = []
  }
}

/** What each of the statements answered; rejects with the first failure, after which nothing was done. */
export function sendTogether(
  client: pg.PoolClient,
  statements: readonly Statement[],
): Promise<readonly Result[]> {
  const trip = new Trip(statements)
  return new Promise((resolve, reject) => {
    trip.callback = error => {
      if (!error) return resolve(trip.results)
      // Where it was asked, instead of where the answer was read.
      Error.captureStackTrace(error)
      reject(error)
    }
    client.query(trip)
  })
}
