// The first that fits: most browsers claim to be Chrome or Safari as well.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const first = (known: typeof browsers, text: string) => known.find(([pattern]) => pattern.test(text))?.[1]

/** “Firefox on Windows”: nothing of a browser's own words is repeated, since anybody can send any. */
export function browserInWords(userAgent: string | null | undefined): string {
  const text = userAgent ?? ''
  const browser = first(browsers, text) ?? 'Unknown browser'
  const system = first(systems, text)
  return system === undefined ? browser : `${browser} on ${system}`
}
