const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether people reach this address without leaving the machine. */
export const isLocal = (url: string): boolean => LOCAL.has(new URL(url).hostname)

/** What whoever starts the server is to know of secrets that lie open in the database and in every copy of it. */
export function plainSecretsWarning(publicUrl: string, key: string | undefined): string | undefined {
  if (key !== undefined || isLocal(publicUrl)) return undefined
  return (
    'LADING_KEY is not set: the keys that sign people in, the secrets of authenticator apps and e-mails that wait to ' +
    'be sent are unencrypted in the database and in every backup of it. Make a key with “openssl rand -base64 32”, ' +
    'set LADING_KEY to it on every server and start again: see docs/running-the-sign-in.md.'
  )
}

/** What whoever starts the server is to know of a proxy whose visitors all have its own address here. */
export function unnamedProxyWarning(
  publicUrl: string,
  trustedProxies: readonly string[],
): string | undefined {
  if (trustedProxies.length > 0 || !publicUrl.startsWith('https:') || isLocal(publicUrl)) return undefined
  return (
    `PUBLIC_URL is ${publicUrl}, so a proxy stands in front, and TRUSTED_PROXIES does not name it: everybody seems to ` +
    'come from the proxy. Limits by address stop everybody together or, with a proxy on this machine, nobody, and the ' +
    'history names the proxy. Set it to the proxy’s address, such as 127.0.0.1,::1: see docs/running-the-sign-in.md.'
  )
}

/** All that is amiss with how people reach this server, for its log. */
export const addressWarnings = (
  publicUrl: string,
  { key, trustedProxies }: { key: string | undefined; trustedProxies: readonly string[] },
): string[] =>
  [
    plainHttpWarning(publicUrl),
    plainSecretsWarning(publicUrl, key),
    unnamedProxyWarning(publicUrl, trustedProxies),
  ].filter(warning => warning !== undefined)

/** What whoever starts the server is to know of a public address at which nobody can sign in. */
export function plainHttpWarning(publicUrl: string): string | undefined {
  if (publicUrl.startsWith('https:') || isLocal(publicUrl)) return undefined
  return (
    `Nobody can sign in at ${publicUrl}: browsers allow signing in only over https or on localhost. Put a proxy with a ` +
    `certificate in front (Caddy makes one by itself; nginx and others work too), set PUBLIC_URL to ` +
    `https://${new URL(publicUrl).hostname} and TRUSTED_PROXIES to the proxy’s address: see docs/running-the-sign-in.md.`
  )
}
