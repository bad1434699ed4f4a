type Names = ReadonlyMap<string, number>

/** Long, short and, for people who type fast, three-letter names in English and in one more language. */
function namesOf(locale: string, count: number, part: 'month' | 'weekday', at: (index: number) => number) {
  const names = new Map<string, number>()
  for (const language of [locale, 'en'])
    for (const length of ['long', 'short'] as const) {
      const writer = new Intl.DateTimeFormat(language, { [part]: length, timeZone: 'UTC' })
      for (let index = 0; index < count; index += 1) {
        const name = writer.format(at(index)).toLowerCase()
        names.set(name.replace(/\.$/, ''), index)
      }
    }
  return names
}

const known = new Map<string, Names>()

function remembered(key: string, make: () => Names): Names {
  const found = known.get(key) ?? make()
  known.set(key, found)
  return found
}

/** Names of months, in small letters, and their numbers from 1. */
export const monthNames = (locale: string): Names =>
  remembered(`months ${locale}`, () => {
    const names = namesOf(locale, 12, 'month', index => Date.UTC(2026, index, 15))
    return new Map([...names, ['sept', 8] as const].map(([name, index]) => [name, index + 1]))
  })

// A Sunday.
const FIRST_SUNDAY = Date.UTC(2026, 0, 4)
const MS_A_DAY = 86_400_000

/** Names of the days of the week, in small letters, and their numbers from 0 for Sunday. */
export const weekdayNames = (locale: string): Names =>
  remembered(`weekdays ${locale}`, () => {
    const names = namesOf(locale, 7, 'weekday', index => FIRST_SUNDAY + index * MS_A_DAY)
    return new Map([...names, ['tues', 2], ['thur', 4], ['thurs', 4]])
  })
