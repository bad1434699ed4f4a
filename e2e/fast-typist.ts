import type { CDPSession, Page } from '@playwright/test'
import { setTimeout as pause } from 'node:timers/promises'

const special = {
  Enter: { code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  Tab: { code: 'Tab', windowsVirtualKeyCode: 9, text: '' },
} as const

/** One key: a letter of any alphabet, or one of these by name. */
export type Key = { letter: string } | { named: keyof typeof special }

export const keysOf = (text: string): Key[] => [...text].map(letter => ({ letter }))
export const enterKey: Key = { named: 'Enter' }
export const tabKey: Key = { named: 'Tab' }

export type Typist = {
  /** How many times slower than it is the page's processor is made. */
  slowDown: (rate: number) => Promise<void>
  type: (keys: readonly Key[], keysASecond: number) => Promise<void>
}

/**
 * Types as a person does: at a pace of their own, whatever the page is doing. Playwright's keyboard waits for
 * the page after each key, and so never shows what happens to a key that comes too early.
 */
export async function openTypist(page: Page): Promise<Typist> {
  const session = await page.context().newCDPSession(page)
  return {
    slowDown: async rate => {
      await session.send('Emulation.setCPUThrottlingRate', { rate })
    },
    type: async (keys, keysASecond) => {
      const answers: Promise<unknown>[] = []
      const started = performance.now()
      for (const [index, key] of keys.entries()) {
        const due = started + (index * 1000) / keysASecond
        await pause(Math.max(0, due - performance.now()))
        answers.push(...press(session, key))
      }
      await Promise.all(answers)
    },
  }
}

function press(session: CDPSession, key: Key): Promise<unknown>[] {
  const { text, ...event } =
    'letter' in key ? { key: key.letter, text: key.letter } : { key: key.named, ...special[key.named] }
  return [
    session.send('Input.dispatchKeyEvent', {
      type: text === '' ? 'rawKeyDown' : 'keyDown',
      ...event,
      ...(text !== '' && { text }),
    }),
    session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event }),
  ]
}
