import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { MINIMUM_PASSWORD_LENGTH } from '#contract/users.ts'

const LONGEST_PASSWORD = 200
// So many characters beside a word that everybody knows make no password.
const FEW = 4

const COMMON =
  'This is one of the passwords that attackers try first. Choose another, for example three words.'
const OWN = 'This is too close to your own name, address or company. Choose another.'
const PATTERN = 'This is a pattern that attackers try early. Choose another, for example three words.'

let commonest: Promise<string> | undefined

// One text searched as a whole takes half a megabyte; a set of its 49,000 words would take ten times that.
const loadCommonest = async (): Promise<string> => {
  const file = fileURLToPath(import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json'))
  const words: string[] = JSON.parse(await readFile(file, 'utf8'))
  return `\n${words.join('\n').toLowerCase()}\n`
}

async function isCommon(word: string): Promise<boolean> {
  commonest ??= loadCommonest()
  return !word.includes('\n') && (await commonest).includes(`\n${word}\n`)
}

const disguises: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const undisguised = (word: string) => word.replace(/[013457@$!]/g, character => disguises[character] ?? '')

/** The password without the digits and signs that people put around a word. */
const wordWithin = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
]
const runs = rows.flatMap(row => [row, [...row].reverse().join('')])

/** A character, or a few, again and again; or a run along the keyboard or the alphabet. */
function isPattern(text: string): boolean {
  if (/^(.{1,8})\1+.{0,3}$/su.test(text)) return true
  return runs.some(run => {
    for (let length = Math.min(run.length, text.length); length >= 5; length--)
      for (let at = 0; at + length <= run.length; at++)
        if (text.includes(run.slice(at, at + length))) return text.length - length < FEW
    return false
  })
}

// What is tried first of all, with a year and a sign after it.
const usual = [
  ...['january', 'february', 'march', 'april', 'june', 'july', 'august', 'september', 'october', 'november'],
  ...['december', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  ...['spring', 'summer', 'autumn', 'winter', 'password', 'passwort', 'passphrase', 'administrator', 'admin'],
  ...['welcome', 'hello', 'login', 'letmein', 'changeme', 'secret', 'default', 'master', 'office', 'company'],
  ...['account', 'service', 'support', 'server', 'system', 'guest', 'user', 'test', 'demo', 'temp'],
  ...['freight', 'shipping', 'logistics', 'forwarding', 'cargo', 'transport', 'container'],
]

/** `text` without each stretch of four or more along the keyboard or the alphabet; digits count from three. */
function withoutRuns(text: string, shortest: number): string {
  let left = text
  for (const run of runs)
    for (let length = Math.min(run.length, left.length); length >= shortest; length--)
      for (let at = 0; at + length <= run.length; at++) left = left.replaceAll(run.slice(at, at + length), '')
  return left
}

const YEARS = /(?:19|20)\d\d/g
// So much must be in a password beside what everybody tries.
const ENOUGH_ELSE = 6

/**
 * Whether it is nothing but a word that is tried first, with digits and signs around it: the names of months and
 * such count as one word together, two others make a password.
 */
async function isDressedUp(text: string, own: readonly string[]): Promise<false | 'usual' | 'own'> {
  const digits = text
    .replace(YEARS, '')
    .match(/\d+/g)
    ?.map(run => withoutRuns(run, 3).replace(/(.)\1+/g, '$1'))
  let others = digits?.join('').length ?? 0
  let isUsual = false
  let isOwn = false
  const common = new Set<string>()
  const without = (word: string, known: readonly string[]) =>
    known.reduce((left, one) => left.replaceAll(one, ''), word)
  for (const word of text.match(/\p{L}+/gu) ?? []) {
    const notOwn = without(word, own)
    const rest = withoutRuns(without(notOwn, usual), 4)
    isOwn ||= notOwn !== word
    isUsual ||= rest !== notOwn
    if (rest.length >= 4 && (await isCommon(rest))) common.add(rest)
    else others += rest.length
  }
  const words = common.size + (isUsual || isOwn ? 1 : 0)
  if (others >= ENOUGH_ELSE || words > 1) return false
  return isOwn ? 'own' : 'usual'
}

/**
 * Why nobody should use this password, as a sentence for them; undefined where it may be used. `own` are
 * the person's name, address, company, and the product's name.
 */
export async function passwordMistake(password: string, own: readonly string[]): Promise<string | undefined> {
  const length = [...password].length
  if (length < MINIMUM_PASSWORD_LENGTH) return `At least ${MINIMUM_PASSWORD_LENGTH} characters.`
  if (password.length > LONGEST_PASSWORD) return `At most ${LONGEST_PASSWORD} characters.`
  const text = password.normalize('NFKC').toLowerCase()
  if (await isCommon(text)) return COMMON
  if (isPattern(text)) return PATTERN
  const parts = own.flatMap(partsOf).sort((one, other) => other.length - one.length)
  for (const part of parts) if (text.includes(part) && length - [...part].length < FEW) return OWN
  for (const candidate of new Set([text, undisguised(wordWithin(text)) || text])) {
    const dressed = await isDressedUp(candidate, parts)
    if (dressed) return dressed === 'own' ? OWN : COMMON
  }
  return undefined
}

/** The whole, without spaces too, and its words: what people build passwords from. */
function partsOf(text: string): string[] {
  const whole = text.normalize('NFKC').toLowerCase().trim()
  const words = whole.split(/[^\p{L}\p{N}]+/u)
  return [whole, words.join(''), ...words].filter(part => [...part].length >= 4)
}
