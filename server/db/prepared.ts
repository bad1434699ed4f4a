import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from './db.ts'
import type { DB } from './tables.ts'
import { inOneTrip } from './transaction.ts'

/** Stands in a query for a value that each call gives. */
class Parameter {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** `parameter('accountId')`: to be written wherever the value would stand. */
export type ParameterOf<Values> = <Name extends keyof Values & string>(name: Name) => Values[Name]

const parameter = (name: string) => new Parameter(name) as never

// Only writes statements; has no connection.
const writer = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

// People choose among many orders and filters; those that are used remain.
const MAXIMUM_SHAPES = 500

type Build<Values, Row> = (
  db: Db,
  parameter: ParameterOf<Values>,
  shape: string,
) => { compile(): CompiledQuery<Row> }

/**
 * A statement that is written once for each shape and then only filled: building and printing a large one takes
 * longer than PostgreSQL needs to answer it. `shape` must name every choice that changes the statement's text.
 */
export function preparedStatements<Values extends Record<string, unknown>, Row>(
  build: Build<Values, Row>,
): (shape: string, values: Values) => CompiledQuery<Row> {
  const written = new LRUCache<string, CompiledQuery<Row>>({ max: MAXIMUM_SHAPES })
  return (shape, values) => {
    let query = written.get(shape)
    if (!query) {
      query = build(writer, parameter, shape).compile()
      written.set(shape, query)
    }
    const parameters = query.parameters.map(value =>
      value instanceof Parameter ? values[value.name] : value,
    )
    return { ...query, parameters }
  }
}

/** Runs such a statement. */
export function preparedQueries<Values extends Record<string, unknown>, Row>(
  build: Build<Values, Row>,
): (db: Db, shape: string, values: Values) => Promise<Row[]> {
  const statements = preparedStatements(build)
  return async (db, shape, values) => {
    const [rows] = await inOneTrip(db, [statements(shape, values)])
    return rows
  }
}
