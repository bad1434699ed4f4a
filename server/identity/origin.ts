/** Where a request came from: the network address as the trusted proxies tell it, and the browser's name. */
export type Origin = {
  address: string
  userAgent: string | undefined
  /** What the browser's cookie shows to say which people have signed in there. */
  secrets?: readonly string[]
}
