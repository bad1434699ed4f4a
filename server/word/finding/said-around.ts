import type { FieldValue, FieldValues } from '#server/word/language/known-fields.ts'
import { portsSaidBefore } from './labels.ts'
import type { PageText, Span } from './page-text.ts'

/** How far what stands around a place in its sentence says which field it is: as a label does, from 0 to 1. */
export interface SaidAround {
  ofGroup: (group: string) => number
  ofField: (name: string) => number
  /** Whether an entry of a list, such as one of several containers, may be meant as well. */
  isShared: (name: string) => boolean
  /** Whether the words tell it only where a label does too: a town behind “Prepaid” may begin a route as well. */
  isHint: (field: { name: string; group: string }) => boolean
}

/** The words of a sentence tell that a port may be meant, and which, and no more: a town may be a company's as well. */
const SAID = 0.45
/** Two ports of the job in its own direction, a voyage behind its vessel: hardly by chance. */
const TOLD = 0.7
const FARTHEST = 80

const UNDERWAY = /^\s*(?:->|[–—>→/-]|to|nach|bis|naar|hasta|à)\s*$/iu
const VOYAGE =
  /[\s,;/.:()–-]*(?:(?<!\p{L})(?:v|voy|voyage|vyg|reise|viaje|v\/n|voyage no|voy no)\.?)?[\s.:/–-]*$/iu
const CONTAINS =
  /(?:said to contain|s\.?t\.?c\.?|said to be|dit contenir|dice contener|soll enthalten)[\s:.]*$/iu
/** “Freight: Prepaid, Felixstowe”, “Fracht bezahlt in Hamburg”. */
const PAID = /(?:^|[^\p{L}])(?:prepaid|collect)[\s,;:/()–-]*(?:(?:at|in|payable at)\s+)?$/iu
/**
 * “DAP Clifton”, “Delivered at Place Clifton, Karachi”: the place of an Incoterm follows it, in one line and without
 * another label (Incoterms 2020).
 */
const INCOTERM =
  /(?<!\p{L})(?:EXW|FCA|FAS|FOB|CFR|CPT|CIF|CIP|DAP|DPU|DAT|DDP|ex works|free carrier|free alongside ship|free on board|cost and freight|cost,? insurance and freight|carriage (?:and insurance )?paid to|delivered at place(?: unloaded)?|delivered duty paid|place unloaded)(?!\p{L})[^\n\t:;|]{0,40}$/iu
const SHIPPED =
  /(?<!\p{L})(?:(?:shipped|loaded|laden|received for shipment) on board(?![^\p{L}]*date)|sailed|departed|sailing from)(?!\p{L})[^\t.:;|]{0,70}$/iu
const DUE = /(?<!\p{L})(?:due|arriv(?:es?|ed|ing)|expected)(?: at| in)?(?!\p{L})[^\p{N}\t.:;|]{0,40}$/iu
const SAILED_ON = /(?<!\p{L})(?:sailed|departed|sailing|departing|left)(?!\p{L})[^\t.:;|]{0,60}$/iu
const ON_BOARD_ON = /(?<!\p{L})(?:shipped|laden|loaded) on board(?!\p{L})[^\t.:;|]{0,80}$/iu
const ISSUED =
  /(?<!\p{L})(?:issued|executed|established|made out|ausgestellt|ausgefertigt|émise?|établie?|expedido|emitido|opgemaakt) (?:at|in|à|en|te)[ :]*$/iu
const FREIGHT = /(?<!\p{L})(?:freight|carriage|charges)(?: (?:is|are|to be))?[\s:]+$/iu
const PAYABLE = /(?<!\p{L})(?:payable|paid|zahlbar|pagadero) (?:at|in|en)[ :]*$/iu
/** What prints a town or country, which is a part of the place of an Incoterm. */
const TOWN = /\.(?:City|County|Country|PlaceOf\w+)$|Port(?:\.Name)?$/
const ORIGINALS = /^[\s)]*(?:(?:signed|negotiable|full)\s+)?originals?(?!\p{L})/iu
/** “THREE (3) original bills”, “3 (THREE) originals”: of a number above one, which a clause names of any bill. */
const TWICE = [/^\s*\(\s*([\p{L}\d-]+)\s*\)/u, /([\p{L}\d-]+)\s*\(\s*$/u]
const ONE = /^(?:1|one|ein|eine|eins|un|une|uno|una|um|een)$/i

export function saidAround(
  page: PageText,
  { start, end, text }: Span & { text: string },
  { fields: values, lists }: FieldValues,
): SaidAround {
  const before =
    page.text
      .slice(Math.max(0, start - FARTHEST), start)
      .split('\n')
      .at(-1) ?? ''
  const after = page.text.slice(end, end + FARTHEST).split('\n')[0] ?? ''
  const said = portsSaidBefore(page, start)
  const from = Math.max(page.boxAt(start)?.start ?? start, start - FARTHEST)
  const isBehindFreight = PAID.test(page.text.slice(from, start))
  const isBehindIncoterm = INCOTERM.test(before) || (before === '' && INCOTERM.test(lineAbove(page, start)))
  const sentence = page.text.slice(from, start)
  const hinted = [
    ...(SHIPPED.test(sentence) ? ['LoadingPort'] : []),
    ...(DUE.test(sentence) ? ['DischargePort', 'DestinationPort'] : []),
    ...(isBehindFreight || PAYABLE.test(sentence) ? ['Shipment.FreightPayableAt'] : []),
    ...(ISSUED.test(sentence) ? ['Shipment.PlaceOfIssue'] : []),
    ...(SAILED_ON.test(sentence) ? ['Shipment.Atd', 'Shipment.Etd', 'Shipment.OnBoardDate'] : []),
    ...(ON_BOARD_ON.test(sentence) ? ['Shipment.OnBoardDate'] : []),
    ...(DUE.test(sentence) ? ['Shipment.Eta', 'Shipment.Ata'] : []),
  ]
  const textsOf = (...groups: readonly string[]) =>
    groups.flatMap(group =>
      ['Name', 'Code', 'IataCode'].flatMap(name => {
        const value = values[`${group}.${name}`]
        return typeof value === 'string' && value.length >= 3 ? [value.toLowerCase()] : []
      }),
    )
  const [origins, targets] = [textsOf('LoadingPort'), textsOf('DischargePort', 'DestinationPort')]
  const own = text.toLowerCase()
  const isBetween = (between: string) => UNDERWAY.test(between)
  const goesTo =
    origins.includes(own) &&
    !targets.includes(own) &&
    targets.some(name => {
      const at = after.toLowerCase().indexOf(name)
      return at > 0 && isBetween(after.slice(0, at)) && !isWord(after.charAt(at + name.length))
    })
  const comesFrom =
    targets.includes(own) &&
    !origins.includes(own) &&
    origins.some(name => {
      const at = before.toLowerCase().lastIndexOf(name)
      return at >= 0 && !isWord(before.charAt(at - 1)) && isBetween(before.slice(at + name.length))
    })
  const isOfVessel = () => {
    const vessel = values['Shipment.VesselName']
    if (typeof vessel !== 'string' || vessel === '') return false
    const named = before.replace(VOYAGE, '').toLowerCase()
    return named.endsWith(vessel.toLowerCase()) && named.length < before.length
  }
  const fields: Readonly<Record<string, () => boolean>> = {
    'Shipment.Voyage': isOfVessel,
    'Shipment.NumberOfPackages': () => CONTAINS.test(before) && /^\s+\p{L}{3}/u.test(after),
    'Quote.TransportMode': () =>
      isBeside(
        after,
        values['Quote.LoadType'],
        text => new RegExp(`^${BESIDE}${text}(?![\\p{L}\\p{N}])`, 'iu'),
      ),
    'Quote.LoadType': () =>
      isBeside(
        before,
        values['Quote.TransportMode'],
        text => new RegExp(`(?<![\\p{L}\\p{N}])${text}${BESIDE}$`, 'iu'),
      ),
    'Shipment.IncotermPlace': () => isBehindIncoterm,
    'Shipment.FreightPayment': () => FREIGHT.test(before),
    'Shipment.NumberOfOriginals': () => isTwice(text, before, after) || isCounted(text, after),
  }
  return {
    ofGroup: group =>
      (goesTo && group === 'LoadingPort') ||
      (comesFrom && (group === 'DischargePort' || group === 'DestinationPort')) ||
      hinted.includes(group)
        ? TOLD
        : said.includes(group)
          ? SAID
          : 0,
    ofField: name => (fields[name]?.() || hinted.includes(name) ? TOLD : 0),
    isHint: ({ name, group }) => hinted.includes(name) || (hinted.includes(group) && !goesTo && !comesFrom),
    isShared: name =>
      (isBehindIncoterm && TOWN.test(name)) ||
      (name in COUNTED_BY &&
        CONTAINS.test(before) &&
        (COUNTED_BY[name] ?? []).some(({ list, field }) => {
          const entries = lists[list] ?? []
          return (
            entries.length > 1 && entries.some(entry => entry[field] != null && entry[field] === values[name])
          )
        })),
  }
}

/** The line above the one that a place begins, in its box. */
function lineAbove(page: PageText, start: number): string {
  const from = Math.max(page.boxAt(start)?.start ?? start, start - FARTHEST)
  return page.text.slice(from, start).split('\n').at(-2) ?? ''
}

/** “Sea, FCL”: how a job is carried and loaded, in one line. */
const BESIDE = '\\s*[,/–-]\\s*'

const isBeside = (around: string, value: FieldValue | undefined, pattern: (text: string) => RegExp) =>
  typeof value === 'string' && /^[\p{L}\p{N} ]+$/u.test(value) && pattern(value).test(around)

/** What a list says of each entry, and the job of all. */
const COUNTED_BY: Readonly<Record<string, readonly { list: string; field: string }[]>> = {
  'Shipment.NumberOfPackages': [
    { list: 'Items', field: 'NumberOfPacks' },
    { list: 'Containers', field: 'Packages' },
  ],
}

const isWord = (sign: string) => /[\p{L}\p{N}]/u.test(sign)

/** Whether a number stands in words and figures before “original”. */
function isTwice(text: string, before: string, after: string): boolean {
  const [behind, ahead] = TWICE
  if (ONE.test(text)) return false
  const next = behind?.exec(after)
  if (next) return isOther(text, next[1]) && ORIGINALS.test(after.slice(next[0].length))
  const last = ahead?.exec(before)
  return last !== null && last !== undefined && isOther(text, last[1]) && ORIGINALS.test(after)
}

/** “Bill of lading 3 originals”: not of one, which is given up of any bill. */
const isCounted = (text: string, after: string) =>
  /^\d$/.test(text) && !ONE.test(text) && ORIGINALS.test(after)

const isOther = (text: string, other = '') => /^\d+$/.test(text) !== /^\d+$/.test(other)
