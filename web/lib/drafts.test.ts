// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type * as DraftsModule from './drafts.ts'

type Drafts = typeof DraftsModule

/** The browser's locks, with the pages that hold them: a page that ends lets go of its own. */
function lockManager() {
  const held = new Map<string, { page: number; mode: LockMode }>()
  const waiting: { name: string; grant: () => void }[] = []
  const free = (name: string) => {
    held.delete(name)
    const next = waiting.findIndex(one => one.name === name)
    if (next >= 0) waiting.splice(next, 1)[0]?.grant()
  }
  const ofPage = (page: number) => ({
    query: () =>
      Promise.resolve({ held: [...held].map(([name, { mode }]) => ({ name, mode })), pending: [] }),
    request: (
      name: string,
      ...[options, work]: [LockOptions | (() => unknown), ((lock: unknown) => unknown)?]
    ): Promise<unknown> => {
      const run = typeof options === 'function' ? options : work
      const { ifAvailable, signal, mode = 'exclusive' } = typeof options === 'function' ? {} : options
      const hold = async () => {
        held.set(name, { page, mode })
        await run?.({ name })
        // In a browser another process decides.
        await new Promise(resolve => setTimeout(resolve))
        free(name)
      }
      if (!held.has(name)) return hold()
      if (ifAvailable) return Promise.resolve(run?.(null))
      return new Promise((resolve, reject) => {
        waiting.push({ name, grant: () => resolve(hold()) })
        signal?.addEventListener('abort', () => reject(new Error('Waited long enough.')))
      })
    },
  })
  const end = (page: number) => {
    for (const [name, holder] of held) if (holder.page === page) free(name)
  }
  return { ofPage, end }
}

let manager = lockManager()
let pages = 0

type PageOf = { page: number; tab: Record<string, string> }

/** The module as another page of this browser runs it; `from` is the tab that it reloads or was duplicated from. */
async function openPage(from?: PageOf): Promise<Drafts & PageOf> {
  pages += 1
  const page = pages
  const tab = { ...from?.tab }
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => tab[name] ?? null,
    setItem: (name: string, value: string) => (tab[name] = value),
  })
  Object.defineProperty(navigator, 'locks', { configurable: true, value: manager.ofPage(page) })
  vi.resetModules()
  const drafts = await import('./drafts.ts')
  // Whoever opens a record reads its draft first.
  drafts.readDraft(key)
  return { ...drafts, page, tab }
}

/** In whose place the module looks for its locks: each page has its own. */
function inPage<Done>({ page }: PageOf, work: () => Done): Done {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: manager.ofPage(page) })
  return work()
}

const owner = { accountId: 'a', userId: 'u' }
const key = 'lading:draft:a:u:job:1'

beforeEach(() => {
  localStorage.clear()
  manager = lockManager()
})

describe('a page', () => {
  test('finds what was typed until it is forgotten', async () => {
    const { draftKey, keepDraft, readDraft, forgetDraft } = await openPage()
    expect(draftKey(owner, 'job', '1')).toBe(key)
    keepDraft(key, 3, { name: 'Cotton' })
    expect(readDraft(key)).toEqual({
      version: 3,
      at: expect.stringMatching(/^\d{4}-/),
      fields: { name: 'Cotton' },
    })
    forgetDraft(key)
    expect([readDraft(key), localStorage.length]).toEqual([undefined, 0])
  })

  test('finds it for one person and one record', async () => {
    const { draftKey, keepDraft, readDraft } = await openPage()
    keepDraft(key, 3, { name: 'Cotton' })
    expect(readDraft(draftKey({ ...owner, userId: 'other' }, 'job', '1'))).toBeUndefined()
    expect(readDraft(draftKey(owner, 'job', '2'))).toBeUndefined()
  })

  test('leaves nothing behind where nothing is unsaved', async () => {
    const { keepDraft } = await openPage()
    keepDraft(key, 3, { name: 'Cotton' })
    keepDraft(key, 3, {})
    expect(localStorage.length).toBe(0)
  })

  test('ignores what is no draft', async () => {
    const { readDraft, keepDraft } = await openPage()
    keepDraft(key, 3, { name: 'Cotton' })
    const [place = ''] = Object.keys(localStorage)
    localStorage.setItem(place, '{"fields":1}')
    expect(readDraft(key)).toBeUndefined()
    localStorage.setItem(place, 'nonsense')
    expect(readDraft(key)).toBeUndefined()
  })

  test('tells when a draft comes and goes', async () => {
    const { keepDraft, forgetDraft, subscribeDrafts } = await openPage()
    const listener = vi.fn()
    subscribeDrafts(listener)
    keepDraft(key, 3, { name: 'Cotton' })
    keepDraft(key, 3, { name: 'Cotton yarn' })
    forgetDraft(key)
    forgetDraft(key)
    expect(listener).toHaveBeenCalledTimes(2)
  })
})

describe('two pages', () => {
  const fieldsIn = (drafts: Drafts) => drafts.readDraft(key)?.fields

  test('have a draft each: neither shows, writes over or takes away the other’s', async () => {
    const one = await openPage()
    one.keepDraft(key, 3, { name: 'Cotton' })
    const other = await openPage()
    expect(other.mayTakeOver(key)).toBe(true)
    await inPage(other, () => other.takeOverDraft(key))
    expect(fieldsIn(other)).toBeUndefined()
    other.keepDraft(key, 3, { name: 'Tea' })
    expect([fieldsIn(one), fieldsIn(other)]).toEqual([{ name: 'Cotton' }, { name: 'Tea' }])
    other.forgetDraft(key)
    expect(fieldsIn(one)).toEqual({ name: 'Cotton' })
  })

  test('what a page that has ended left is found by the next that opens the record', async () => {
    const one = await openPage()
    one.keepDraft(key, 3, { name: 'Cotton' })
    const other = await openPage()
    manager.end(one.page)
    await inPage(other, () => other.takeOverDraft(key))
    expect(fieldsIn(other)).toEqual({ name: 'Cotton' })
    other.forgetDraft(key)
    expect(localStorage.length).toBe(0)
  })

  test('of two that ask at once for what was left, one gets it', async () => {
    const gone = await openPage()
    gone.keepDraft(key, 3, { name: 'Cotton' })
    manager.end(gone.page)
    const one = await openPage()
    const other = await openPage()
    await Promise.all([one, other].map(page => inPage(page, () => page.takeOverDraft(key))))
    const found = [fieldsIn(one), fieldsIn(other)]
    expect(found).toContainEqual({ name: 'Cotton' })
    expect(found).toContain(undefined)
  })

  test('of two drafts left the newest comes first, and the other once that is resolved', async () => {
    for (const [at, name] of [
      ['2026-11-22T10:00:00Z', 'Older'],
      ['2026-11-22T11:00:00Z', 'Newer'],
    ])
      localStorage.setItem(`${key}:${name}`, JSON.stringify({ version: 3, at, fields: { name } }))
    const page = await openPage()
    await page.takeOverDraft(key)
    expect(fieldsIn(page)).toEqual({ name: 'Newer' })
    expect(page.mayTakeOver(key)).toBe(false)
    page.forgetDraft(key)
    await page.takeOverDraft(key)
    expect(fieldsIn(page)).toEqual({ name: 'Older' })
  })

  test('after a reload a tab finds its own, though another left a newer one', async () => {
    const one = await openPage()
    one.keepDraft(key, 3, { name: 'Own' })
    const draft = { version: 3, at: '2999-01-01T00:00:00Z', fields: { name: 'Newer' } }
    localStorage.setItem(`${key}:gone`, JSON.stringify(draft))
    const reloaded = await openPage(one)
    const taken = inPage(reloaded, () => reloaded.takeOverDraft(key))
    // The browser may let go of the page before a little later.
    setTimeout(() => manager.end(one.page), 20)
    await taken
    expect(fieldsIn(reloaded)).toEqual({ name: 'Own' })
  })

  test('after a reload a tab finds what it left on all that it asks about at once', async () => {
    const keys = [key, `${key}1`, `${key}2`]
    const one = await openPage()
    for (const each of keys) one.keepDraft(each, 3, { name: each })
    const reloaded = await openPage(one)
    const taken = inPage(reloaded, () => Promise.all(keys.map(reloaded.takeOverDraft)))
    setTimeout(() => manager.end(one.page), 20)
    await taken
    expect(keys.map(each => reloaded.readDraft(each)?.fields)).toEqual(keys.map(name => ({ name })))
  })

  test('after a reload a tab finds its own, however late the browser lets go of the page before', async () => {
    const one = await openPage()
    one.keepDraft(key, 3, { name: 'Own' })
    window.dispatchEvent(new Event('pagehide'))
    const reloaded = await openPage(one)
    await inPage(reloaded, () => reloaded.takeOverDraft(key))
    expect(fieldsIn(reloaded)).toEqual({ name: 'Own' })
  })

  test('after two reloads in quick succession a tab finds its own, though another left a newer one', async () => {
    const one = await openPage()
    one.keepDraft(key, 3, { name: 'Own' })
    const draft = { version: 3, at: '2999-01-01T00:00:00Z', fields: { name: 'Newer' } }
    localStorage.setItem(`${key}:gone`, JSON.stringify(draft))
    const reloaded = await openPage(one)
    manager.end(one.page)
    const again = await openPage(reloaded)
    manager.end(reloaded.page)
    await inPage(again, () => again.takeOverDraft(key))
    expect(fieldsIn(again)).toEqual({ name: 'Own' })
  })

  test('what is typed while a left draft is looked for stays, and the other is found later', async () => {
    const gone = await openPage()
    gone.keepDraft(key, 3, { name: 'Left' })
    manager.end(gone.page)
    const page = await openPage()
    const locks = manager.ofPage(page.page)
    const request = (...[name, ...rest]: Parameters<typeof locks.request>) => {
      if (name.includes('taken')) page.keepDraft(key, 3, { name: 'Typed' })
      return locks.request(name, ...rest)
    }
    Object.defineProperty(navigator, 'locks', { configurable: true, value: { ...locks, request } })
    await page.takeOverDraft(key)
    expect(fieldsIn(page)).toEqual({ name: 'Typed' })
    page.forgetDraft(key)
    await vi.waitFor(async () => {
      await inPage(page, () => page.takeOverDraft(key))
      expect(fieldsIn(page)).toEqual({ name: 'Left' })
    })
  })

  test('a duplicated tab does not take what its original is still writing', async () => {
    const original = await openPage()
    original.keepDraft(key, 3, { name: 'Cotton' })
    const duplicate = await openPage(original)
    await inPage(duplicate, () => duplicate.takeOverDraft(key))
    expect([fieldsIn(original), fieldsIn(duplicate)]).toEqual([{ name: 'Cotton' }, undefined])
  })

  test('what an earlier version kept, without a holder, is found', async () => {
    localStorage.setItem(
      key,
      JSON.stringify({ version: 3, at: '2026-11-22T10:00:00Z', fields: { name: 'Old' } }),
    )
    const page = await openPage()
    await page.takeOverDraft(key)
    expect(fieldsIn(page)).toEqual({ name: 'Old' })
    expect(Object.keys(localStorage)).not.toContain(key)
  })
})
