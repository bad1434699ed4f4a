import type { Session } from '#server/db/db.ts'
import { AppError } from '#server/errors.ts'
import { signInGoesOn } from './joining-records.ts'

/** Throws `sign_in_required` where the sign-in was ended just now: it makes nothing any more that lets somebody in later. */
export async function requireSignIn({ db, generation }: Session): Promise<void> {
  if (generation !== undefined && !(await signInGoesOn(db, generation)))
    throw new AppError('sign_in_required', 'This sign-in was ended. Sign in again.')
}
