import type { Agreement } from './words-speller.ts'

const ONES = '- bir iki üç dört beş altı yedi sekiz dokuz'.split(' ')
const TENS = '- on yirmi otuz kırk elli altmış yetmiş seksen doksan'.split(' ')
const SCALES = ['', 'bin', 'milyon', 'milyar', 'trilyon']

/** The words of an amount of money are written as one, as the Turkish Language Association's spelling guide asks. */
export function inTurkish(groups: readonly number[], { isBeforeNoun }: Agreement): string {
  const words = groups.flatMap((group, index) => {
    const power = groups.length - 1 - index
    if (group === 0) return []
    const isThousandAlone = power === 1 && group === 1
    return [...(isThousandAlone ? [] : upToThousand(group)), ...(power === 0 ? [] : [SCALES[power] ?? ''])]
  })
  return words.length === 0 ? 'sıfır' : words.join(isBeforeNoun ? '' : ' ')
}

function upToThousand(number: number): string[] {
  const [hundreds, tens, ones] = [Math.floor(number / 100), Math.floor(number / 10) % 10, number % 10]
  const words: string[] = []
  if (hundreds > 1) words.push(ONES[hundreds] ?? '')
  if (hundreds > 0) words.push('yüz')
  if (tens > 0) words.push(TENS[tens] ?? '')
  if (ones > 0) words.push(ONES[ones] ?? '')
  return words
}
