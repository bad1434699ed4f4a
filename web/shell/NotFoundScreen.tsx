import { useEffect } from 'react'

/** An address that no screen answers to: the public site has the page for it. */
export function NotFoundScreen() {
  useEffect(() => window.location.replace('/error/404'), [])
  return null
}
