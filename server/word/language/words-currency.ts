import { type Noun, countedForm } from './words-arabic.ts'

/** Currencies whose name is feminine, by the word that it begins with. */
const FEMININE: Readonly<Record<string, RegExp>> = {
  ar: /^(\S+(ة|تان)|ليرات|روبيات|كرونات)( |$)/,
  de: /(Rupien?|Kronen?|Lira|Lire|Hrywnja|Hrywnen)$/,
  es: /^(libra|rupia|corona|lira|grivna)s?\b/i,
  fr: /^(livre|roupie|couronne|lire|hryvnia)s?\b/i,
  it: /^(sterlin|rupi|coron|lir|grivni)[ae]\b/i,
  pt: /^(libra|rupia|coroa|lira|grívnia|hryvnia)s?\b/i,
}

/** Where the names that come with Node.js are misspelt, or are not those of the trade. */
const MENDED: Readonly<Record<string, string>> = {
  'British pound': 'pound sterling',
  'British pounds': 'pounds sterling',
  'Turkish Lira': 'Turkish lira',
  'dinar koweïtiens': 'dinars koweïtiens',
  'sdirham dos Emirados Árabes Unidos': 'dirhams dos Emirados Árabes Unidos',
}

/** Codes by ISO 4217 that have a name; others are printed as they are. */
export interface CurrencyName {
  text: string
  isFeminine: boolean
}

/** A currency's name behind a whole number: “US dollars”, “dollars des États-Unis”. */
export function currencyName(code: string, language: string, whole: string): CurrencyName {
  const own = base(language) === 'ar' ? arabicName(code, BigInt(whole)) : undefined
  const name = own ?? nameOf(code, language, whole)
  return { text: name, isFeminine: FEMININE[base(language)]?.test(name) ?? false }
}

const formats = new Map<string, Intl.NumberFormat>()

function nameOf(code: string, language: string, whole: string): string {
  if (!/^[a-z]{3}$/i.test(code)) return code
  const key = `${language} ${code}`
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(`${language}-u-nu-latn`, {
      style: 'currency',
      currency: code,
      currencyDisplay: 'name',
      maximumFractionDigits: 0,
    })
  formats.set(key, format)
  // In Turkish the sign of the lira comes before its name.
  const found = format.formatToParts(BigInt(whole)).findLast(({ type }) => type === 'currency')?.value ?? code
  const name = base(language) === 'ur' ? urduName(found, whole) : (MENDED[found] ?? found)
  if (name === code.toUpperCase()) return name
  return language.startsWith('pt') ? name.replace(/^\p{Lu}/u, letter => letter.toLowerCase()) : name
}

/** Of the currencies' nouns in Urdu only those that end like روپیہ have a plural of their own: “دو روپے”. */
const urduName = (name: string, whole: string) =>
  BigInt(whole) === 1n ? name : name.replace(/روپیہ$/, 'روپے')

const base = (language: string) => language.slice(0, 2)

const ARABIC_NOUNS: Readonly<Record<string, Noun>> = {
  dollar: { one: 'دولار', two: 'دولاران', few: 'دولارات', many: 'دولارًا' },
  rial: { one: 'ريال', two: 'ريالان', few: 'ريالات', many: 'ريالًا' },
  dirham: { one: 'درهم', two: 'درهمان', few: 'دراهم', many: 'درهمًا' },
  dinar: { one: 'دينار', two: 'ديناران', few: 'دنانير', many: 'دينارًا' },
  pound: { one: 'جنيه', two: 'جنيهان', few: 'جنيهات', many: 'جنيهًا' },
  franc: { one: 'فرنك', two: 'فرنكان', few: 'فرنكات', many: 'فرنكًا' },
  lira: { one: 'ليرة', two: 'ليرتان', few: 'ليرات', many: 'ليرة' },
  rupee: { one: 'روبية', two: 'روبيتان', few: 'روبيات', many: 'روبية' },
  yen: { one: 'ين', two: 'ينان', few: 'ينات', many: 'ينًا' },
  yuan: { one: 'يوان', two: 'يوانان', few: 'يوانات', many: 'يوانًا' },
  ringgit: { one: 'رينغيت', two: 'رينغيتان', few: 'رينغيتات', many: 'رينغيتًا' },
  krona: { one: 'كرونة', two: 'كرونتان', few: 'كرونات', many: 'كرونة' },
}

/** The masculine of what says whose it is. */
const ARABIC: Readonly<Record<string, readonly [noun: string, whose: string]>> = {
  USD: ['dollar', 'أمريكي'],
  CAD: ['dollar', 'كندي'],
  AUD: ['dollar', 'أسترالي'],
  SGD: ['dollar', 'سنغافوري'],
  SAR: ['rial', 'سعودي'],
  QAR: ['rial', 'قطري'],
  OMR: ['rial', 'عماني'],
  YER: ['rial', 'يمني'],
  AED: ['dirham', 'إماراتي'],
  MAD: ['dirham', 'مغربي'],
  KWD: ['dinar', 'كويتي'],
  BHD: ['dinar', 'بحريني'],
  JOD: ['dinar', 'أردني'],
  IQD: ['dinar', 'عراقي'],
  TND: ['dinar', 'تونسي'],
  LYD: ['dinar', 'ليبي'],
  DZD: ['dinar', 'جزائري'],
  GBP: ['pound', 'إسترليني'],
  EGP: ['pound', 'مصري'],
  SDG: ['pound', 'سوداني'],
  CHF: ['franc', 'سويسري'],
  TRY: ['lira', 'تركي'],
  LBP: ['lira', 'لبناني'],
  SYP: ['lira', 'سوري'],
  PKR: ['rupee', 'باكستاني'],
  INR: ['rupee', 'هندي'],
  JPY: ['yen', 'ياباني'],
  CNY: ['yuan', 'صيني'],
  MYR: ['ringgit', 'ماليزي'],
  NZD: ['dollar', 'نيوزيلندي'],
  IRR: ['rial', 'إيراني'],
  LKR: ['rupee', 'سريلانكي'],
  IDR: ['rupee', 'إندونيسي'],
  SEK: ['krona', 'سويدي'],
  NOK: ['krona', 'نرويجي'],
  DKK: ['krona', 'دنماركي'],
}

/** Noun and adjective as the number asks: “خمسة دولارات أمريكية”, “أحد عشر دولارًا أمريكيًا”. */
function arabicName(code: string, whole: bigint): string | undefined {
  const [key = '', whose = ''] = ARABIC[code.toUpperCase()] ?? []
  const noun = ARABIC_NOUNS[key]
  if (noun === undefined) return undefined
  const isFeminine = noun.one.endsWith('ة')
  if (whole === 2n) return `${noun.two} ${whose}${isFeminine ? 'تان' : 'ان'}`
  const form = countedForm(Number(whole % 100n), noun)
  // The plural of things is described in the feminine.
  const ending = isFeminine || form === noun.few ? 'ة' : form === noun.many ? 'ًا' : ''
  return `${form} ${whose}${ending}`
}
