/** A number as it stands in a text, and as it may be kept: in small letters, with or without the signs between its parts. */
export type WrittenNumber = { raw: string; spellings: readonly string[] }

const SHORTEST = 4
const LONGEST = 40
/** More than one document names; the others of a list of thousands say nothing new of its job. */
const MOST = 400

const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}._/-]*[\p{L}\p{N}])?/gu
/** ISO 6346: four letters, six digits and a check digit, as papers part them. */
const CONTAINER = /(?<![\p{L}\p{N}])([A-Z]{3}[UJZ])[ -]?(\d{3})[ .]?(\d{3})[ /-]?(\d)(?![\p{L}\p{N}])/giu
/** IATA: the airline's three digits, seven of the waybill and a check digit. */
const AIR_WAYBILL = /(?<![\p{L}\p{N}])(\d{3})[ -]?(\d{4})[ -]?(\d{4})(?![\p{L}\p{N}])/gu
/** “LDG 302”: letters and digits apart. */
const APART = /(?<![\p{L}\p{N}])(\p{L}{2,6}) (\d{3,12})(?![\p{L}\p{N}])/gu

const isDayOrFigure = (text: string) =>
  /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/.test(text) ||
  /^\d{1,3}(?:[.,]\d+)+$/.test(text) ||
  /^(?:19|20)\d\d$/.test(text)

/** What may be the number of a bill, a booking, a container or an air waybill, in the order of the text. */
export function numbersIn(text: string): WrittenNumber[] {
  const found = new Map<string, WrittenNumber>()
  const add = (raw: string, ...spellings: readonly string[]) => {
    const kept = [raw, ...spellings].map(one => one.toLowerCase())
    if (found.size < MOST && !found.has(raw)) found.set(raw, { raw, spellings: [...new Set(kept)] })
  }
  for (const [raw, owner = '', first = '', second = '', check = ''] of text.matchAll(CONTAINER))
    add(raw, `${owner}${first}${second}${check}`)
  for (const [raw, airline = '', first = '', second = ''] of text.matchAll(AIR_WAYBILL))
    add(raw, `${airline}-${first}${second}`, `${airline}-${first} ${second}`, `${airline}${first}${second}`)
  for (const [raw, letters = '', digits = ''] of text.matchAll(APART))
    if (!isDayOrFigure(digits)) add(raw, `${letters}${digits}`, `${letters}-${digits}`)
  for (const [word] of text.matchAll(WORD))
    for (const part of new Set([word, ...word.split(/[._/]/)]))
      if (part.length >= SHORTEST && part.length <= LONGEST && /\d/.test(part) && !isDayOrFigure(part))
        add(part)
  return [...found.values()]
}

const LABELLED =
  /(?<!\p{L})(?:job|our ref(?:erence|\.)?|file)(?: (?:no|nr|number)\b\.?| ?#)?[:.\s]{0,3}(\d{1,9})(?![\p{L}\p{N}])/giu

/** Numbers of jobs: behind such a label in the document, or as they stand in the name of its file. */
export function jobNumbersIn(text: string, fileStem: string): WrittenNumber[] {
  const labelled = [...text.matchAll(LABELLED)].map(([, digits = '']) => digits)
  const named = /\d{4}-\d\d-\d\d|\d{1,2}[.]\d{1,2}[.]\d{2,4}/u.test(fileStem)
    ? []
    : [...fileStem.matchAll(/(?<![\d(])\d{2,9}(?!\d)/gu)]
        .map(([digits]) => digits)
        .filter(one => !isDayOrFigure(one))
  return [...new Set([...named, ...labelled])]
    .slice(0, MOST)
    .map(raw => ({ raw, spellings: [String(Number(raw))] }))
}
