import type pg from 'pg'

type Client = Pick<pg.Client, 'query'>

/** For the transaction: a large table takes its time, and so does a slow disk on the other side. */
export async function withoutTimeouts(client: Client): Promise<void> {
  await client.query(
    `select set_config(name, '0', true) from pg_settings where name in
       ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`,
  )
}

/** For the transaction: rows have the same text on every server, whatever it is set to. */
export async function sameTextEverywhere(client: Client): Promise<void> {
  await client.query(
    `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
     set local bytea_output = 'hex'; set local extra_float_digits = 1`,
  )
}
