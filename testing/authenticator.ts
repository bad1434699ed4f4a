import { codeOfStep, stepAt } from '#server/identity/passwords/totp.ts'

/** What an authenticator app that holds `secret` shows so many half minutes from now. */
export const authenticatorCode = (secret: string, later = 0): string =>
  codeOfStep(secret.replaceAll(' ', ''), stepAt(Date.now()) + later)
