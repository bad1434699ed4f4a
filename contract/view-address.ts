import { z } from 'zod'

const MOST_CHARACTERS = 2000
/** "tab=open&mode=2&sort=eta": names and values as a browser writes them. */
const PAIRS = /^[A-Za-z]{1,40}=[^\s&=?#<>"\\]*(?:&[A-Za-z]{1,40}=[^\s&=?#<>"\\]*)*$/

const isAddress = (text: string) => {
  if (!PAIRS.test(text)) return false
  try {
    return !decodeURIComponent(text).includes('\0')
  } catch {
    return false
  }
}

/** What stands behind "?" in the dashboard's address. */
export const viewAddress = z
  .string()
  .max(MOST_CHARACTERS, `At most ${MOST_CHARACTERS} characters.`)
  .refine(
    isAddress,
    'This is no address of the dashboard. Expected is what stands behind its “?”, such as tab=open&sort=eta.',
  )
