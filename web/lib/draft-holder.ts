import { newId } from './new-id.ts'

// A duplicated tab begins with a copy of these, so that they say where a page comes from, never who it is.
const PAGES = 'lading:draft-holder'
const ENDED = 'lading:draft-holder:ended'
const MAX_PAGES = 20
const RELOAD_MS = 1000

const lockOf = (holder: string) => `lading:draft-holder:${holder}`
// Only where the connection is secure; without it everything that another page left may be taken over.
const locks = (): LockManager | undefined => navigator.locks
const forever = new Promise<never>(() => undefined)

/** An earlier page of this tab; one that says nothing of its end crashed, or lives on in the tab's original. */
type Earlier = { id: string; hasEnded: boolean }
type Page = { id: string; before: readonly Earlier[] }
let page: Page | undefined

function earlierPages(): Earlier[] {
  const ended = sessionStorage.getItem(ENDED)
  const pages = (sessionStorage.getItem(PAGES) ?? '').split(' ').filter(Boolean)
  return pages.map(text => {
    const [id = '', mark] = text.split(':')
    return { id, hasEnded: mark !== undefined || id === ended }
  })
}

function comeAfter(id: string): Earlier[] {
  try {
    const before = earlierPages().slice(0, MAX_PAGES)
    const pages = [id, ...before.map(one => (one.hasEnded ? `${one.id}:ended` : one.id))]
    sessionStorage.setItem(PAGES, pages.join(' '))
    // The browser may let go of a page's lock long after the next has begun.
    window.addEventListener('pagehide', () => sessionStorage.setItem(ENDED, id))
    window.addEventListener('pageshow', ({ persisted }) => persisted && sessionStorage.removeItem(ENDED))
    return before
  } catch {
    // A forbidden storage holds no drafts either.
    return []
  }
}

/** This page as the holder of drafts: its lock is free again when it ends, by a crash too. */
export function thisPage(): Page {
  if (page) return page
  const id = newId()
  page = { id, before: comeAfter(id) }
  void locks()?.request(lockOf(id), () => forever)
  return page
}

/** Whether this tab showed that page earlier: what it left is this tab's own. */
export const isOfThisTab = (holder: string): boolean => thisPage().before.some(({ id }) => id === holder)

const hasEnded = (holder: string) => thisPage().before.some(one => one.id === holder && one.hasEnded)

const ends = new Map<string, Promise<unknown>>()

/** Waits for a page that a reload may just have replaced; a duplicated tab's original lives on. */
function endOf(holder: string): Promise<unknown> {
  const signal = AbortSignal.timeout(RELOAD_MS)
  // Shared: who waits is never taken for the page itself.
  const wait = () =>
    locks()
      ?.request(lockOf(holder), { mode: 'shared', signal }, () => undefined)
      .catch(() => undefined)
  const end = ends.get(holder) ?? Promise.resolve(wait())
  ends.set(holder, end)
  return end
}

/** Which of these holders are pages that still live. */
export async function openPagesAmong(holders: readonly string[]): Promise<ReadonlySet<string>> {
  const unsure = holders.filter(holder => !hasEnded(holder))
  await Promise.all(unsure.filter(isOfThisTab).map(endOf))
  const found = await locks()?.query()
  const own = [...(found?.held ?? []), ...(found?.pending ?? [])].filter(({ mode }) => mode === 'exclusive')
  const names = new Set(own.map(lock => lock.name))
  return new Set(unsure.filter(holder => names.has(lockOf(holder))))
}

const taken = new Set<string>()

/** Takes what a page left, by `take`, which says whether it did; of two pages that ask at once one only does. */
export function takeOnce(left: string, take: () => boolean): Promise<void> {
  const manager = locks()
  if (!manager || taken.has(left)) {
    take()
    return Promise.resolve()
  }
  return new Promise(done => {
    void manager.request(`lading:draft-taken:${left}`, { ifAvailable: true }, lock => {
      const isTaken = lock !== null && take()
      if (isTaken) taken.add(left)
      done()
      return isTaken ? forever : undefined
    })
  })
}
