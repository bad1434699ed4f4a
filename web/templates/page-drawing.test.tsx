import { act, fireEvent, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { TemplatePage } from '#contract/template-pages.ts'
import * as marks from './page/marks.ts'
import * as words from './page/place-list.ts'
import { choice, paragraph, place, samplePage } from './page/sample-page.ts'
import { answerCalls, click, showPage } from './test-page.tsx'

// Each is asked for once whenever its part is drawn: a paragraph of the page, and a line of the list beside it.
vi.mock('./page/marks.ts', { spy: true })
vi.mock('./page/place-list.ts', { spy: true })

const LINES = 300
const ROWS = 100
const voyage = choice('Shipment.Voyage', 'Voyage')

/** Lines and a long table, with a value in each line and in each row. */
const longPage = (): TemplatePage =>
  samplePage({
    parts: [
      {
        label: 'body',
        blocks: [
          ...Array.from({ length: LINES }, (_, index) => paragraph(index, `${index}. 512W`)),
          {
            ...{ kind: 'table', index: 0, widths: [2000], hasBorders: true },
            rows: Array.from({ length: ROWS }, (_, row) => ({
              index: row,
              cells: [{ columns: 1, rows: 1, shade: null, blocks: [paragraph(LINES + row, `${row}. 512W`)] }],
            })),
          },
        ],
      },
    ],
    places: Array.from({ length: LINES + ROWS }, (_, index) => {
      const from = String(index < LINES ? index : index - LINES).length + 2
      return place('found', [index, from, from + 4], '512W', voyage)
    }),
    rows: [],
  })

let served = longPage()
answerCalls(({ address }) => (/\/page(\?|$)/.test(address) ? served : []))
beforeEach(() => {
  served = longPage()
})

const drawn = () => ({
  paragraphs: vi.mocked(marks.stretchesOf).mock.calls.length,
  // A line asks for its words, and so does what is read out.
  lines: vi.mocked(words.wordsOf).mock.calls.length,
})
const during = async (run: () => void) => {
  vi.clearAllMocks()
  run()
  await act(() => Promise.resolve())
  return drawn()
}
const shown = async () => {
  await showPage(served.template.id)
  const count = (selector: string) => document.querySelectorAll(selector).length
  // It comes little by little, on a busy machine slowly.
  await waitFor(() => expect([count('mark'), count('[data-item]')]).toEqual([LINES + ROWS, LINES + ROWS]), {
    timeout: 30_000,
  })
}

test('a decision and its undo draw the paragraphs and the lines of the list that they are about, and no others', async () => {
  await shown()
  const items = document.querySelectorAll<HTMLElement>('[data-item] [data-go]')
  const most = { paragraphs: 4, lines: 8 }
  const steps = {
    go: await during(() => items[20]?.click()),
    dismiss: await during(
      () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Delete' }),
    ),
    undo: await during(() => click('Undo')),
  }
  for (const { paragraphs, lines } of Object.values(steps)) {
    expect(paragraphs).toBeGreaterThan(0)
    expect(paragraphs).toBeLessThanOrEqual(most.paragraphs)
    expect(lines).toBeLessThanOrEqual(most.lines)
  }
  expect(steps.dismiss.lines).toBeGreaterThan(0)
}, 60_000)
