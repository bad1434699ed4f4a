import { OPERATORS_RECORD } from '#contract/history.ts'
import { budgetLabels, budgetNames, budgetWindows } from '#contract/limits.ts'
import { type RecordKind, historyOnly } from '#server/records/describe.ts'

const fields: RecordKind['fields'] = Object.fromEntries(
  budgetNames.map(budget => {
    const window = budgetWindows[budget]
    const label = `Limit of ${budgetLabels[budget].replace(/^[A-Z](?!-)/, initial => initial.toLowerCase())}`
    const isBytes = budget === 'uploads' || budget === 'storage'
    return [
      budget,
      historyOnly(
        budget,
        window ? `${label} (a ${window})`.replace('a hour', 'an hour') : label,
        isBytes ? 'size' : 'plain',
      ),
    ]
  }),
)

export const limitsRecord: RecordKind = {
  table: 'company_limits',
  type: OPERATORS_RECORD,
  label: 'Limits',
  name: null,
  fields,
  restore: { because: 'The operator sets them.' },
}
