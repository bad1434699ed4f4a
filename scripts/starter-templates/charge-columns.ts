import type { ListColumn } from './blocks.ts'
import { PAGE_WIDTH } from './markup.ts'

const money = (name: string) => `{{${name} | number:"#,##0.00"}}`

/** Every charge of the job in its own currency, and what it comes to in the company's. */
export function chargeColumns(blanks: readonly { heading: string; width: number }[] = []): ListColumn[] {
  const figures: ListColumn[] = [
    { heading: 'Amount', width: 1_500, content: money('Amount'), isFigure: true },
    { heading: 'Currency', width: 1_000, content: '{{Currency}}' },
    { heading: 'Rate', width: 1_100, content: '{{ExchangeRate}}', isFigure: true },
    {
      heading: 'Amount in {{Company.Currency}}',
      width: 1_900,
      content: money('Total'),
      isFigure: true,
      total: money('Finance.Total'),
    },
  ]
  const empty = blanks.map(({ heading, width }) => ({ heading, width, content: '' }))
  const section = 1_900
  const taken = [...figures, ...empty].reduce((sum, column) => sum + column.width, section)
  return [
    { heading: 'Section', width: section, content: '{{Section}}', total: 'Total' },
    { heading: 'Charge', width: PAGE_WIDTH - taken, content: '{{Name}}' },
    ...empty,
    ...figures,
  ]
}
