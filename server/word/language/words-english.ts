const SMALL = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen',
  'sixteen seventeen eighteen nineteen',
]
  .join(' ')
  .split(' ')
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const SCALES = ['', ' thousand', ' million', ' billion', ' trillion']

export function inEnglish(groups: readonly number[]): string {
  const words = groups.flatMap((group, index) =>
    group === 0 ? [] : [`${upToThousand(group)}${SCALES[groups.length - 1 - index] ?? ''}`],
  )
  return words.length === 0 ? 'zero' : words.join(' ')
}

function upToThousand(number: number): string {
  const hundreds = Math.floor(number / 100)
  const rest = number % 100
  const parts = hundreds === 0 ? [] : [`${SMALL[hundreds]} hundred`]
  if (rest > 0 && rest < 20) parts.push(SMALL[rest] ?? '')
  else if (rest > 0) {
    const ones = rest % 10
    parts.push(`${TENS[Math.floor(rest / 10)]}${ones === 0 ? '' : `-${SMALL[ones]}`}`)
  }
  return parts.join(' ')
}
