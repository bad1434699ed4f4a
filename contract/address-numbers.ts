/** What a line of a pasted block says besides the address, by the field that it belongs to. */
export type Reachable = {
  contactName: string
  telephone: string
  mobile: string
  fax: string
  email: string
  website: string
}

export type TaxNumber = { label: string; number: string }

export type FoundInLine = {
  reachable: Partial<Reachable>
  taxNumbers: TaxNumber[]
  /** What of the line may be address. */
  rest: string
  /** What belongs to no field: a registration, or words behind a number. */
  notRead: string
}

/** Without what is left at the edges of a line when something was taken out of it. */
export const tidy = (text: string) =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/^[\s,;|·•–-]+|[\s,;|·•–-]+$/gu, '')

export const add = (there: string, more: string) => [there, more].filter(text => text !== '').join(', ')

const NUMBER = String.raw`\(?\+?\(?\d[\d\s()./-]{4,40}\d(?:\s*(?:ext|extn|x)\.?\s*\d{1,6}(?!\d))?`
const labelled = (labels: string) =>
  new RegExp(
    String.raw`(?:^|[\s,;|(])(?:${labels})\b(?:\s*(?:number|no|nr))?[.:：)\s]*(${NUMBER}(?:\s*[,/&]\s*${NUMBER})*)`,
    'iu',
  )
const BOTH = String.raw`(?:telephone|tel|phone|ph)\.?\s*[/&]\s*(?:fax|mobile|mob|cell|whatsapp)`
const numbers = {
  both: labelled(BOTH),
  fax: labelled('telefax|fax|f'),
  mobile: labelled('mobile|mobil|mob|cell|cell phone|whatsapp|m|gsm'),
  telephone: labelled('telephone|telefon|telefone|tel|phone|ph|t|téléphone|tlf|contact'),
}
const WHOLE_NUMBER = new RegExp(`^${NUMBER}$`, 'u')

/** Whether a line is international numbers and nothing else. Part by part: a pattern for all would try each way to part them. */
const isOfNumbers = (line: string) =>
  line.startsWith('+') && line.split(/[,;&]|\/(?=\s*\+)/).every(part => WHOLE_NUMBER.test(part.trim()))
const EMAIL = /(?:\be-?mail|\bmail|(?<=^|\s)e)?\s*:?\s*([^\s@,;|<>:]+@[^\s@,;|<>]+\.[^\s@,;|<>.]+)/iu
const WEBSITE = /(?:\b(?:website|web|url|internet))?\s*:?\s*((?:https?:\/\/|www\.)[^\s,;|]+)/iu
/** A domain alone on its line. Names are written with capitals. */
const BARE_WEBSITE =
  /^(?:(?:[Ww]ebsite|[Ww]eb|WEB|URL|[Ii]nternet)\s*:?\s*)?((?:[a-z\d-]{1,63}\.){1,6}[a-z]{2,}(?:\/\S*)?)$/u
const PERSON = /^(?:attn|attention|c\/o|contact|kind attn)\b[.:\s]+(.+)$/iu

const TAX_LABEL =
  String.raw`vat|v\.a\.t\.|ust\.?-?\s?id(?:\.?-?\s?nr)?|steuernummer|steuer-?nr|mwst|uid|tva|iva|p\.?\s?iva|partita iva|btw|` +
  String.raw`nip|nif|cnpj|rfc|ruc|ntn|strn|gstin|gst|trn|eori|ein|fein|tin|tax|abn|uscc|unified social credit`
const TAX_WORDS = String.raw`(?:[\s./()-]{0,3}(?:no|nr|number|reg|registration|id|code|ident|vat|ntn|trn|gst)(?![\p{L}\p{N}])){0,4}`
// Six letters and digits at least, and a digit in each part: a house number and “VAT consultants” are none.
const TAX_VALUE = String.raw`(?=(?:[ ./-]?[A-Z\d]){6})((?:[A-Z]{1,4}[ .-])?(?=[A-Z./-]{0,20}\d)[A-Z\d./-]{1,30}(?: (?=[A-Z./-]{0,20}\d)[A-Z\d./-]{1,30})*)`
const TAX = new RegExp(
  String.raw`(?:^|[\s,;|(])((?:${TAX_LABEL})(?![\p{L}\p{N}])${TAX_WORDS})[.:：#)\s]*${TAX_VALUE}`,
  'iu',
)

/** What stands before a number or a word that no field is for. */
const BELONGS_NOWHERE = [
  // A label whose number or address could not be read.
  /^(?:telephone|telefon|telefax|tel|fax|phone|mobile|mob|cell|whatsapp|e-?mail|website|web|vat|ntn|strn|gstin|trn|eori|tin|ein)(?:\s*(?:no|nr|number))?\s*(?:[.:：#]|$)/iu,
  /^(?:tel|fax|telefax)\b/iu,
  /^(?:t|f|m|e|w)\s*[:：]/iu,
  // Registers of companies.
  /^(?:company|co\.?|business|commercial|trade|corporate)?\s*(?:registration|registered|register|reg|licen[cs]e)\b\.?[^\d,;|]*(?:no|nr|number|code)?[.:：#\s]*[A-Z]{0,4}\s?\d{4,}/iu,
  /^registered in\s/iu,
  /^company\s*(?:no|number)\b/iu,
  /^(?:hr[ab]|c\.?r\.?n?|kvk|rcs|siren|siret|duns|d-u-n-s|iec|iban|iata)(?:\s*(?:no|nr|number|code))?[.:：#\s]*[A-Z]{0,2}\d/iu,
  /^(?:handelsregister|registergericht|amtsgericht|gesch[äa]ftsf[üu]hrer|opening hours|office hours)\b/iu,
  /^(?:managing director|director|bank|swift|bic|iban|a\/c|account(?: no| number)?|wechat|qq|skype|linkedin|telex)\s*[:：]/iu,
]

/** Takes the numbers, e-mail addresses, websites and a person out of a line. No word of it is lost but a number's label. */
export function findInLine(line: string): FoundInLine {
  const reachable: Partial<Reachable> = {}
  const taxNumbers: TaxNumber[] = []
  let rest = tidy(line)
  let isAddress = true
  const cut = (found: RegExpExecArray) => {
    const before = rest.slice(0, found.index)
    // What stands behind a number that begins its line tells of the number: “(office hours)”.
    if (tidy(before) === '') isAddress = false
    rest = `${before} ${rest.slice(found.index + found[0].length)}`
  }
  const take = (pattern: RegExp, field: keyof Reachable) => {
    for (let found = pattern.exec(rest); found?.[1]; found = pattern.exec(rest)) {
      reachable[field] = add(reachable[field] ?? '', tidy(found[1]))
      cut(found)
    }
  }
  take(EMAIL, 'email')
  take(WEBSITE, 'website')
  take(BARE_WEBSITE, 'website')
  for (let found = TAX.exec(rest); found?.[1] && found[2]; found = TAX.exec(rest)) {
    taxNumbers.push({ label: tidy(found[1]), number: tidy(found[2]) })
    cut(found)
  }
  take(numbers.both, 'telephone')
  take(numbers.fax, 'fax')
  take(numbers.mobile, 'mobile')
  take(numbers.telephone, 'telephone')
  rest = tidy(rest)
  if (isOfNumbers(rest)) {
    reachable.telephone = add(reachable.telephone ?? '', rest)
    return { reachable, taxNumbers, rest: '', notRead: '' }
  }
  if (isAddress) take(PERSON, 'contactName')
  rest = tidy(rest)
  if (isAddress && !BELONGS_NOWHERE.some(pattern => pattern.test(rest)))
    return { reachable, taxNumbers, rest, notRead: '' }
  return { reachable, taxNumbers, rest: '', notRead: /[\p{L}\p{N}]/u.test(rest) ? rest : '' }
}

/** One number as it is; several with what each is called. */
export const taxNumberText = (taxNumbers: readonly TaxNumber[]): string =>
  taxNumbers.map(({ label, number }) => (taxNumbers.length > 1 ? `${label} ${number}` : number)).join(', ')
