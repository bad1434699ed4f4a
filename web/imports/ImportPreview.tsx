import { Button, NativeSelect } from '@mantine/core'
import { dateOrderLabels, dateOrders } from '#contract/date-orders.ts'
import { importFields } from '#contract/import-fields.ts'
import {
  type DecimalSign,
  decimalSigns,
  type ImportReport,
  type ImportSettings,
  MAX_IMPORTED_ROWS,
} from '#contract/imports.ts'
import { keysOf } from '#contract/typed-objects.ts'
import { countText, numberText } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { ChoiceSelect } from '#web/ui/form/ChoiceSelect.tsx'
import { ImportedRows } from './ImportedRows.tsx'
import { useBeginImport, usePreviewImport } from './queries.ts'

const MIXED = 'The file has both 1,234.5 and 1.234,5. Say which is meant: the others are named below.'
const MIXED_DATES =
  'The file has both 31/12/2026 and 12/31/2026. Say which is meant: the others are named below.'
const IN_DOUBT = 'They can be read in two ways: look at the rows.'
const signLabels: Readonly<Record<DecimalSign, string>> = { '.': 'Point (1,234.5)', ',': 'Comma (1.234,5)' }

/** What the columns are, what the file would do, and which of its cells are wrong. */
export function ImportPreview({ report }: { report: ImportReport }) {
  const { id, preview, fileName } = report
  const change = usePreviewImport(id)
  // What was just said stands at once; what it does follows.
  const settings = (change.isPending && change.variables) || report.settings
  const begin = useBeginImport(id)
  const mayMakeContacts = useMay('organisations:write')
  if (!preview) return null
  const { counts, errors, errorCount, questions, ambiguous, columns, sheets, headingRows, hidden } = preview
  const say = (more: Partial<ImportSettings>) =>
    void change
      .mutateAsync({ ...settings, ...more })
      .catch((error: unknown) => notify.failedBecause('This could not be shown.', error))
  const start = () =>
    void begin
      .mutateAsync(undefined)
      .catch((error: unknown) => notify.failedBecause('The import could not begin.', error))
  const todo = counts.make + counts.change
  const read = todo + counts.same + counts.wrong
  const isStopped = settings.wrongRows === 'stop' && counts.wrong > 0
  return (
    <div className="import" aria-busy={change.isPending}>
      <p role="status">
        <strong>{fileName}</strong>, {numberText(read)} of at most {numberText(MAX_IMPORTED_ROWS)} rows:{' '}
        {counts.make} new, {counts.change} changed, {counts.same} already so, {counts.wrong} wrong.
        {counts.similar > 0 &&
          ` ${countText(counts.similar, 'row')} ${counts.similar === 1 ? 'looks' : 'look'} like a job that is there.`}
        {counts.contacts > 0 && ` ${countText(counts.contacts, 'contact')} made beside.`}
      </p>
      <div className="import__choices">
        {sheets.length > 1 && (
          <NativeSelect
            label="Sheet"
            data={sheets.map((name, index) => ({ value: String(index), label: name }))}
            value={String(settings.sheet)}
            onChange={event => say({ sheet: Number(event.currentTarget.value), headingRow: null })}
          />
        )}
        <NativeSelect
          label="Headings"
          data={[
            { value: '', label: 'None' },
            ...headingRows.map(({ row, text }) => ({ value: String(row), label: `Row ${row}: ${text}` })),
          ]}
          value={String(settings.headingRow ?? '')}
          onChange={event => say({ headingRow: Number(event.currentTarget.value) || null })}
        />
        <ChoiceSelect
          label="Dates"
          {...(ambiguous.dates && { description: ambiguous.mixedDates ? MIXED_DATES : IN_DOUBT })}
          value={settings.dateOrder}
          choices={dateOrders.map(value => ({ value, label: dateOrderLabels[value] }))}
          onChange={dateOrder => say({ dateOrder })}
        />
        {ambiguous.mixedDates && (
          <ChoiceSelect
            label="Dates that can be two"
            value={settings.eitherDates ?? 'refuse'}
            choices={[
              { value: 'refuse', label: 'Name them as wrong' },
              { value: 'read', label: 'Read them in this order' },
            ]}
            onChange={eitherDates => say({ eitherDates })}
          />
        )}
        <ChoiceSelect
          label="Decimals"
          {...(ambiguous.decimals && { description: ambiguous.mixedDecimals ? MIXED : IN_DOUBT })}
          value={settings.decimal}
          choices={decimalSigns.map(value => ({ value, label: signLabels[value] }))}
          onChange={decimal => say({ decimal })}
        />
        <ChoiceSelect
          label="Wrong rows"
          value={settings.wrongRows}
          choices={[
            { value: 'leaveOut', label: 'Leave them out' },
            { value: 'stop', label: 'Import nothing' },
          ]}
          onChange={wrongRows => say({ wrongRows })}
        />
        {counts.similar > 0 && (
          <ChoiceSelect
            label="Rows that look like a job"
            value={settings.similarRows ?? 'make'}
            choices={[
              { value: 'make', label: 'Make new jobs' },
              { value: 'leaveOut', label: 'Leave them out' },
            ]}
            onChange={similarRows => say({ similarRows })}
          />
        )}
      </div>
      <HiddenParts hidden={hidden} />
      <Columns report={{ ...report, settings }} columns={columns} say={say} />
      {questions.length > 0 && (
        <section aria-label="Names to be settled" className="import__questions">
          {questions.some(({ kind }) => kind === 'party') && mayMakeContacts && (
            <label className="import__switch">
              <input
                type="checkbox"
                checked={settings.makeContacts}
                onChange={event => say({ makeContacts: event.currentTarget.checked })}
              />
              Make contacts of the companies that are not among them
            </label>
          )}
          {questions.map(({ key, kind, text, rows, choices, answer }) => (
            <NativeSelect
              key={key}
              label={`${kind === 'party' ? 'Company' : 'Port'} “${text}”, ${countText(rows, 'row')}`}
              disabled={choices.length === 0}
              data={[
                { value: '', label: choices.length === 0 ? 'Nothing similar was found' : 'Choose' },
                ...choices.map(one => ({
                  value: one.id,
                  label: [one.name, one.detail].filter(Boolean).join(', '),
                })),
              ]}
              value={answer ?? ''}
              onChange={event => {
                const { [key]: _, ...others } = settings.answers
                const chosen = event.currentTarget.value
                say({ answers: chosen ? { ...others, [key]: chosen } : others })
              }}
            />
          ))}
        </section>
      )}
      {errorCount > 0 && (
        <section aria-label="What is wrong" className="import__rows">
          <h2 className="import__title">
            {errorCount === 1 ? '1 cell is wrong' : `${errorCount} cells are wrong`}
          </h2>
          <ul className="import__errors">
            {errors.map((error, index) => (
              <li key={`${error.row} ${error.column} ${index}`}>
                <strong>
                  {error.column ? `${error.column}${error.row} ${error.heading}` : `Row ${error.row}`}
                </strong>
                {error.value && ` “${error.value}”`}: {error.message}
              </li>
            ))}
          </ul>
        </section>
      )}
      <div>
        <Button
          loading={begin.isPending}
          disabled={todo === 0 || isStopped || change.isPending}
          onClick={start}
        >
          Import {countText(todo, 'row')}
        </Button>
        {isStopped && <p className="import__rest">Nothing is imported while rows are wrong.</p>}
      </div>
      <ImportedRows report={report} />
    </div>
  )
}

/** What the spreadsheet does not show might not be meant. */
function HiddenParts({ hidden: { columns, rows } }: Pick<NonNullable<ImportReport['preview']>, 'hidden'>) {
  const parts = [
    ...(columns.length > 0 ? [`${columns.length === 1 ? 'column' : 'columns'} ${columns.join(', ')}`] : []),
    ...(rows > 0 ? [countText(rows, 'row')] : []),
  ]
  if (parts.length === 0) return null
  return <p role="note">The spreadsheet hides {parts.join(' and ')}. What is hidden is read like the rest.</p>
}

type ColumnsProps = {
  report: ImportReport
  columns: NonNullable<ImportReport['preview']>['columns']
  say: (more: Partial<ImportSettings>) => void
}

function Columns({ report: { kind, shipmentId, settings }, columns, say }: ColumnsProps) {
  const fields = importFields[kind]
  const names = keysOf(fields).filter(name => shipmentId === null || !['job', 'jobHbl'].includes(name))
  return (
    <section aria-label="Columns" className="import__rows">
      <table className="import__table">
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Holds</th>
            <th scope="col">Is</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ letters, heading, samples }, index) => (
            <tr key={letters}>
              <td>
                {letters} {heading}
              </td>
              <td>{samples.join(' · ')}</td>
              <td>
                <NativeSelect
                  aria-label={`What column ${letters} ${heading} is`}
                  data={[
                    { value: '', label: 'Left out' },
                    ...names.map(value => ({ value, label: fields[value]?.label ?? value })),
                  ]}
                  value={settings.columns[index] ?? ''}
                  onChange={event => {
                    const chosen = event.currentTarget.value || null
                    // A field is one column's: another that had it is left out.
                    say({
                      columns: settings.columns.map((name, at) =>
                        at === index ? chosen : name === chosen ? null : name,
                      ),
                    })
                  }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
