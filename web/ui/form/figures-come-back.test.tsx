import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { amount, count, measure } from '#contract/values.ts'
import { decimalsOf } from '#contract/currency-decimals.ts'
import { numberText } from '#web/lib/format.ts'
import type { Figure } from '#web/ui/entry/use-number-entry.ts'
import { cellText, editText, type GridColumn, readCell } from '#web/ui/grid/columns.ts'
import { renderPart } from '#web/ui/test-render.tsx'
import { NumberField } from './fields.tsx'

/** A repeatable row of figures of every magnitude that fits, with every number of decimals. */
function figures(decimals: number, isSigned: boolean): number[] {
  let state = 20_261_124
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const random = Array.from({ length: 16 }, (_, index) => {
    const size = 10 ** (index % 10)
    const sign = isSigned && next() < 0.3 ? -1 : 1
    return Number((next() * size * sign).toFixed(index % (decimals + 1)))
  })
  const edges = [0, 1, 10, 100, 999, 1000, 1234, 12_345, 123_456, 1_234_567, 2_147_483_647]
  const small = [0.1, 0.0001, 0.01, 1.234, 9.999, 999.9999, 1450.5, 9_999_999_998.9999]
  const fits = (figure: number) => Number(figure.toFixed(decimals)) === figure
  // Of nought there is one.
  return [...edges, ...small, ...random].filter(fits).map(figure => figure + 0)
}

type Kind = {
  schema: z.ZodType<number | null>
  decimals: number
  negative?: boolean
  least?: number
}
const money = (currency: string): Kind => ({
  schema: amount,
  decimals: 4,
  negative: true,
  least: decimalsOf(currency),
})
const kinds: Record<string, Kind> = {
  'a weight': { schema: measure, decimals: 4 },
  'a number of packages': { schema: count, decimals: 0 },
  'an amount in USD': money('USD'),
  'an amount in JPY': money('JPY'),
  'an amount in KWD': money('KWD'),
}

/** The newest figure that the field has handed on. */
let handed: Figure = null
function Field({ schema: _schema, ...rules }: Kind) {
  const [value, setValue] = useState<Figure>(null)
  const onChange = (next: Figure) => {
    handed = next
    setValue(next)
  }
  return <NumberField label="Figure" value={value} onChange={onChange} {...rules} />
}

const field = () => screen.getByLabelText<HTMLInputElement>('Figure')
/** Types a text over what stands in the field and leaves it; answers what the field shows then. */
function enter(text: string): string {
  fireEvent.focus(field())
  fireEvent.change(field(), { target: { value: text } })
  fireEvent.blur(field())
  return field().value
}

const locales = ['en', 'de', 'fr', 'en-IN']
const speak = (locale: string) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue([locale])
afterEach(() => vi.restoreAllMocks())

describe.each(locales)('in %s', locale => {
  test.each(Object.entries(kinds))('%s comes back figure for figure', (_name, kind) => {
    speak(locale)
    renderPart(<Field {...kind} />)
    const wrong: string[] = []
    const { decimals, least = 0 } = kind
    for (const figure of figures(decimals, kind.negative ?? false)) {
      const written = [true, false].map(useGrouping =>
        new Intl.NumberFormat(locale, { maximumFractionDigits: decimals, useGrouping }).format(figure),
      )
      for (const typed of new Set(written)) {
        const shown = enter(typed)
        const first = handed
        fireEvent.focus(field())
        const edited = field().value
        fireEvent.blur(field())
        const again = [edited, shown].map(text => (enter(text), handed))
        const stored = kind.schema.safeParse(JSON.parse(JSON.stringify(first)))
        if (
          first !== figure ||
          again.some(one => one !== figure) ||
          stored.data !== figure ||
          shown !== numberText(figure, { least, most: decimals })
        )
          wrong.push(
            `${figure}: ${typed} is ${String(first)}, shown ${shown}, edited ${edited}: ${again.map(String).join(', ')}`,
          )
      }
    }
    expect(wrong).toEqual([])
  })

  test('what a program writes with a point is the same figure, or the field says how it was read', () => {
    speak(locale)
    renderPart(<Field schema={amount} decimals={4} negative />)
    const wrong: string[] = []
    for (const figure of figures(4, true)) {
      const text = figure.toFixed(figure === Math.trunc(figure) ? 0 : 4).replace(/0+$/, '0')
      if (Number(text) !== figure) continue
      const shown = enter(text)
      const isSaid = document.body.textContent.includes(`Read as ${shown}, not `)
      if (handed !== figure && !isSaid) wrong.push(`${text} is ${String(handed)}`)
    }
    expect(wrong).toEqual([])
  })

  test.each([
    ['weights', 4],
    ['counts', 0],
  ])('%s in a grid are read back as they are shown, edited and copied', (_name, decimals) => {
    speak(locale)
    const column: GridColumn = { id: 'figure', label: 'Figure', kind: 'number', decimals, width: 100 }
    const wrong = figures(decimals, false).flatMap(figure => {
      const texts = [cellText(column, figure), editText(column, figure)]
      return texts.every(text => readCell(column, text) === figure) ? [] : [`${figure}: ${texts.join(', ')}`]
    })
    expect(wrong).toEqual([])
  })
})
