import { keysOf } from './typed-objects.ts'
import type { z } from 'zod'
import type { Choice } from './choices.ts'

/** How a kept value is read: as itself, as a choice's label, or by the name behind an id. */
export type FieldKind =
  | 'plain'
  | 'date'
  | 'instant'
  /** A day with a time, on the clock of the place that it concerns. */
  | 'localTime'
  | 'size'
  | 'role'
  | 'country'
  | 'named'
  | 'mailState'
  | 'surchargeBasis'
  | 'paper'
  | 'list'
  | 'containerType'
  | 'referenceKind'
  | 'dateOrder'
  | readonly Choice[]

/** A field of a record, said once: what it is called wherever people read it, what it takes and how it is read. */
export type Field<
  Label extends string = string,
  Schema extends z.ZodType = z.ZodType,
  Kind extends FieldKind = FieldKind,
> = { label: Label; schema: Schema; kind: Kind }
export type Fields = Readonly<Record<string, Field>>

export const field = <
  const Label extends string,
  Schema extends z.ZodType,
  const Kind extends FieldKind = 'plain',
>(
  label: Label,
  schema: Schema,
  kind: Kind = 'plain' as Kind,
): Field<Label, Schema, Kind> => ({ label, schema, kind })

export const fieldNames = <Known extends Fields>(fields: Known) => keysOf(fields)

type NamesOfKind<Known extends Fields, Kind extends FieldKind> = {
  [Name in keyof Known & string]: Known[Name]['kind'] extends Kind ? Name : never
}[keyof Known & string]

/** The fields that are read in one way, such as the dates. */
export const fieldsOfKind = <Known extends Fields, Kind extends FieldKind>(fields: Known, kind: Kind) =>
  fieldNames(fields).filter(name => fields[name]?.kind === kind) as NamesOfKind<Known, Kind>[]

const mapped = (fields: Fields, part: (field: Field) => unknown) =>
  Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, part(one)]))

export const schemasOf = <Known extends Fields>(fields: Known) =>
  mapped(fields, ({ schema }) => schema) as { [Name in keyof Known]: Known[Name]['schema'] }

export const labelsOf = <Known extends Fields>(fields: Known) =>
  mapped(fields, ({ label }) => label) as { readonly [Name in keyof Known]: Known[Name]['label'] }

/** Fields of a part of the record, by the path that leads to each: “quote.commodity”. */
export const fieldsUnder = <Part extends string, Known extends Fields>(part: Part, fields: Known) =>
  Object.fromEntries(Object.entries(fields).map(([name, one]) => [`${part}.${name}`, one])) as {
    [Name in keyof Known as `${Part}.${Name & string}`]: Known[Name]
  }
