import { ensurePrograms } from '#testing/debian-packages.ts'
import { firefoxPath } from '#testing/firefox.ts'

/** Why the main job is not tried in Firefox; nothing when it is. */
export const ensureFirefox = async (): Promise<string | undefined> =>
  firefoxPath === undefined
    ? ensurePrograms({
        programs: ['firefox-esr'],
        packages: ['firefox-esr'],
        what: 'what the journey in Firefox needs',
      })
    : undefined
