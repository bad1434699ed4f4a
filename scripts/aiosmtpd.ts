import { ensurePrograms } from '#testing/debian-packages.ts'

/** Why the mails of the tests go to no independent mail server; nothing when they do. */
export const ensureAiosmtpd = (): Promise<string | undefined> =>
  ensurePrograms({
    programs: ['aiosmtpd'],
    packages: ['python3-aiosmtpd'],
    what: 'an independent mail server for the tests of e-mail',
  })
