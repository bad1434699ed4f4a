import pg from 'pg'

/** Runs `work` on a connection of the tables' owner: for migrations and imports, never for people's requests. */
export async function withOwner<Result>(
  ownerUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'lading owner' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
