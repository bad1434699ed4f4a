import { expect, test } from 'vitest'
import { mailStates } from '#contract/mail-states.ts'
import { mailWords } from './history-words.ts'

test('a mail is written, and then something becomes of it', () => {
  const made = { subject: [null, 'Pre-alert 7'], state: [null, 'waiting'] } as Record<
    string,
    [unknown, unknown]
  >
  expect(mailWords(made, 'Pre-alert 7')).toBe('wrote e-mail Pre-alert 7')
  const said = mailStates
    .filter(state => state !== 'waiting' && state !== 'sending')
    .map(state => mailWords({ state: ['waiting', state] }, 'Pre-alert 7'))
  expect(said).toEqual([
    'sent e-mail Pre-alert 7',
    'sent e-mail Pre-alert 7 to some; others were refused',
    'could not send e-mail Pre-alert 7: refused',
    'gave up sending e-mail Pre-alert 7',
    'may have sent e-mail Pre-alert 7: the connection broke before the answer',
    'kept e-mail Pre-alert 7 without sending it',
  ])
})
