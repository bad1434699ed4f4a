import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { MINIMUM_PASSWORD_LENGTH } from '#contract/users.ts'

const LONGEST_PASSWORD = 200
// So many characters beside a word that everybody knows make no password.
const FEW = 4

const COMMON = 'This is one of the passwords that are tried first. Choose another, for example three words.'
const OWN = 'This is too close to your own name, address or company. Choose another.'
const PATTERN = 'This is a pattern that is tried early. Choose another, for example three words.'

let commonest: Promise<string> | undefined

// One text searched as a whole takes half a megabyte; a set of its 49,000 words would take ten times that.
const loadCommonest = async (): Promise<string> => {
  const file = fileURLToPath(import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json'))
  const words = JSON.parse(await readFile(file, 'utf8')) as string[]
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
  if (/^(.{1,4})\1+.{0,3}$/su.test(text)) return true
  return runs.some(run => {
    for (let length = Math.min(run.length, text.length); length >= 5; length--)
      for (let at = 0; at + length <= run.length; at++)
        if (text.includes(run.slice(at, at + length))) return text.length - length < FEW
    return false
  })
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
  for (const candidate of [text, undisguised(text)]) {
    const word = wordWithin(candidate)
    if (word !== text && length - [...word].length <= FEW && (await isCommon(word))) return COMMON
  }
  for (const part of own.flatMap(partsOf))
    if (text.includes(part) && length - [...part].length < FEW) return OWN
  return undefined
}

/** The whole, without spaces too, and its words: what people build passwords from. */
function partsOf(text: string): string[] {
  const whole = text.normalize('NFKC').toLowerCase().trim()
  const words = whole.split(/[^\p{L}\p{N}]+/u)
  return [whole, words.join(''), ...words].filter(part => [...part].length >= 4)
}
