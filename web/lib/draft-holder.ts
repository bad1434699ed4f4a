import { newId } from './new-id.ts'

// A duplicated tab begins with a copy of this, so that it says where a page comes from, never who it is.
const LAST = 'lading:draft-holder'
const RELOAD_MS = 1000

const lockOf = (holder: string) => `lading:draft-holder:${holder}`
// Only where the connection is secure; without it everything that another page left may be taken over.
const locks = (): LockManager | undefined => navigator.locks
const forever = new Promise<never>(() => undefined)

type Page = { id: string; before: string | null }
let page: Page | undefined

/** This page as the holder of drafts: its lock is free again when it ends, by a crash too. */
export function thisPage(): Page {
  if (page) return page
  page = { id: newId(), before: null }
  try {
    page.before = sessionStorage.getItem(LAST)
    sessionStorage.setItem(LAST, page.id)
  } catch {
    // A forbidden storage holds no drafts either.
  }
  void locks()?.request(lockOf(page.id), () => forever)
  return page
}

/** Waits for the page that a reload has just replaced; a duplicated tab's original lives on. */
export async function endOfPageBefore(): Promise<void> {
  const { before } = thisPage()
  if (!before) return
  const signal = AbortSignal.timeout(RELOAD_MS)
  await locks()
    ?.request(lockOf(before), { signal }, () => undefined)
    .catch(() => undefined)
}

/** Which of these holders are pages that still live. */
export async function livingAmong(holders: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await locks()?.query()
  const names = new Set([...(found?.held ?? []), ...(found?.pending ?? [])].map(lock => lock.name))
  return new Set(holders.filter(holder => names.has(lockOf(holder))))
}

/** Whether this page is the one that may take what a page left; two that ask at once never both are. */
export function isTaker(left: string): Promise<boolean> {
  const manager = locks()
  if (!manager) return Promise.resolve(true)
  return new Promise(answer => {
    void manager.request(`lading:draft-taken:${left}`, { ifAvailable: true }, lock => {
      answer(lock !== null)
      return lock && forever
    })
  })
}
