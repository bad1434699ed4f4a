/** Where people go who wanted nothing in particular. */
export const HOME = '/webapp'

/** Where invitations are accepted or declined. */
export const JOIN = '/join'

/** Where a company's first person says what it begins with, and from there on to `wanted`. */
export const welcomeAddress = (wanted: string) =>
  wanted === HOME ? `${HOME}/welcome` : `${HOME}/welcome?${new URLSearchParams({ next: wanted }).toString()}`

/**
 * The address to go on to after the sign-in. It comes back from outside, so only one of the application's
 * own is taken; for anything else, the application's first page.
 */
export function wantedAddress(wanted: string | undefined, ownOrigin: string): string {
  if (!wanted || !URL.canParse(wanted, ownOrigin)) return HOME
  const { origin, pathname, search } = new URL(wanted, ownOrigin)
  const ours =
    origin === ownOrigin && [HOME, JOIN].some(place => pathname === place || pathname.startsWith(`${place}/`))
  if (!ours) return HOME
  // The provider takes no more than this with the rest of what it is asked for: then the page, not what it showed.
  return encodeURIComponent(pathname + search).length <= LONGEST_WANTED ? pathname + search : pathname
}

const LONGEST_WANTED = 900
