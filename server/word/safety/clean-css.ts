const COMMENTS = /\/\*[\s\S]*?(\*\/|$)/g
const OWN_PART = /^\s*(["']?)#[^"'()\\]*\1\s*$/
const URL = /url\s*\(([^)]*)(\)|$)/gi
// Ways of naming another file but url(…), and escapes, which could spell any of them.
const FETCHES =
  /\\|@\s*import|@\s*font-face|@\s*namespace|image-set|cross-fade|expression|binding|\b(src|image|element)\s*\(/i

/** A style that names nothing outside of its drawing; undefined where it does so in a way that cannot be cut out. */
export function cleanCss(css: string): { css: string; found: string | undefined } | undefined {
  const bare = css.replaceAll(COMMENTS, ' ')
  if (FETCHES.test(bare)) return undefined
  let found: string | undefined
  const cleaned = bare.replaceAll(URL, (whole, address: string) => {
    if (OWN_PART.test(address)) return whole
    found ??= address.trim()
    return 'none'
  })
  return { css: cleaned, found }
}
