const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether people reach this address without leaving the machine. */
export const isLocal = (url: string): boolean => LOCAL.has(new URL(url).hostname)

/** What whoever starts the server is to know of a public address at which nobody can sign in. */
export function plainHttpWarning(publicUrl: string): string | undefined {
  if (publicUrl.startsWith('https:') || isLocal(publicUrl)) return undefined
  return (
    `Nobody can sign in at ${publicUrl}: browsers allow sign-in over https or on localhost alone. Put a proxy with a ` +
    `certificate in front (Caddy makes one by itself; nginx and others work too), set PUBLIC_URL to ` +
    `https://${new URL(publicUrl).hostname} and TRUSTED_PROXIES to the proxy’s address: see docs/running-the-sign-in.md.`
  )
}
