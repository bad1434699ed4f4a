import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { otherJob } from './jobs.ts'
import { id, instant } from './values.ts'

/** The most people whom one note mentions. */
export const MOST_MENTIONED = 20

/** How many of a person's mentions one answer has. */
export const MAX_MENTIONS = 50

export const mention = z.object({
  noteId: id,
  job: otherJob,
  author: z.string(),
  /** The note's text. */
  text: z.string(),
  writtenAt: instant,
  isRead: z.boolean(),
})
export type Mention = z.infer<typeof mention>

const tag = 'Notes'
const access = 'notes:read'

export const listMentions = endpoint({
  method: 'GET',
  path: '/api/mention',
  summary: `The notes that mention whoever asks, at most ${MAX_MENTIONS}, the newest first`,
  tag,
  access,
  reply: z.array(mention),
})

export const unreadMentions = z.object({ count: z.int() })

export const countUnreadMentions = endpoint({
  method: 'GET',
  path: '/api/mention/unread',
  summary: 'How many notes mention whoever asks and are not read by them',
  tag,
  access,
  reply: unreadMentions,
})

export const readMentions = endpoint({
  method: 'POST',
  path: '/api/mention/read',
  summary:
    'Mark what mentions whoever asks in the notes of a job as read; answers how many are unread elsewhere',
  tag,
  access,
  body: z.object({ shipmentId: id }),
  reply: unreadMentions,
})
