import { Client } from 'pg'

export type SignInEvent = {
  subject: string | null
  userId: string | null
  byUserId: string | null
  outcome: string
  address: string
  userAgent: string | null
}

/** What was noted of sign-ins, the oldest first, read as the tables' owner. */
export async function signInEvents(ownerUrl: string): Promise<SignInEvent[]> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<SignInEvent>(
      `select subject, user_id as "userId", by_user_id as "byUserId", outcome, address, user_agent as "userAgent"
       from sign_in_events order by id`,
    )
    return rows
  } finally {
    await client.end()
  }
}
