const BUILT_IN = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 57, 58])

/** Whether a number of this format is shown as a day; a time of day alone is none. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return BUILT_IN.has(id)
  const [positive = ''] = code.replaceAll(/"[^"]*"|\\.|_.|\*./g, '').split(';')
  const signs = positive.replaceAll(/\[[^\]]*\]/g, '').toLowerCase()
  return /[dy]/.test(signs) || (/m/.test(signs) && !/[hs]/.test(signs) && /^[m/.\-\s]+$/.test(signs))
}
