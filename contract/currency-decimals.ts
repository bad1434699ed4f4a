// By ISO 4217; Intl goes by what shops use, and would round rupees of Pakistan to whole ones.
const WHOLE_CURRENCIES = /^(BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|UYI|VND|VUV|XAF|XOF|XPF)$/i
const THOUSANDTHS = /^(BHD|IQD|JOD|KWD|LYD|OMR|TND)$/i

/** How many decimals amounts of a currency have by ISO 4217; two for what is no code of it. */
export function decimalsOf(currency: string): number {
  if (WHOLE_CURRENCIES.test(currency)) return 0
  return THOUSANDTHS.test(currency) ? 3 : 2
}
