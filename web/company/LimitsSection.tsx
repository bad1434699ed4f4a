import { useId } from 'react'
import { budgetLabels, type BudgetName, type BudgetUse } from '#contract/limits.ts'
import { numberText, sizeText, timeText } from '#web/lib/format.ts'
import { Loaded } from '#web/ui/page/Loaded.tsx'
import { useCompanyLimits } from './queries.ts'

const explanations: Record<BudgetName, string> = {
  requests: 'Calls to the server, by people and by programs with an API token',
  work: 'Time that the database and the reading and writing of files took for your company',
  uploads: 'Files uploaded to the server',
  documents:
    'Documents made from templates, including those in sets and e-mails. One made as Word and as PDF counts twice. ' +
    'Previews do not count, nor do documents that failed or were stopped',
  recipients: 'People who were sent an e-mail, including invitations',
  storage:
    'Attachments, templates, their earlier versions and e-mails. What is deleted still counts for 30 days',
}

/** From this share of what is allowed on, somebody should know. */
const NEARLY = 0.8

function amountText(budget: BudgetName, amount: number): string {
  if (budget === 'uploads' || budget === 'storage') return sizeText(amount)
  return budget === 'work' ? `${numberText(amount, { most: 0 })} s` : numberText(amount)
}

const windowTexts = { minute: 'a minute', hour: 'an hour', day: 'a day' }

/** What the company may use of the server and how much it has used; for those who may see it. */
export function LimitsSection() {
  const heading = useId()
  const limits = useCompanyLimits()
  return (
    <section className="form-section" aria-labelledby={heading}>
      <h2 id={heading} className="form-section__title">
        Limits and Usage
      </h2>
      <p className="company-hint">
        These limits keep one company from slowing down the others on this server. The operator of the server
        sets them.
      </p>
      <Loaded query={limits} failed="The limits could not be loaded." fields={6}>
        {loaded => <LimitsTable limits={loaded} />}
      </Loaded>
    </section>
  )
}

function LimitsTable({ limits }: { limits: readonly BudgetUse[] }) {
  return (
    <div className="limits-frame scrolls-sideways">
      <table className="limits">
        <thead>
          <tr>
            <th scope="col">Limit</th>
            <th scope="col" className="limits__figure">
              Used
            </th>
            <th scope="col" className="limits__figure">
              Allowed
            </th>
            <th scope="col">Share</th>
            <th scope="col">Resets</th>
          </tr>
        </thead>
        <tbody>
          {limits.map(limit => (
            <LimitRow key={limit.budget} limit={limit} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function LimitRow({ limit: { budget, used, allowed, window, startsAnewAt } }: { limit: BudgetUse }) {
  const label = budgetLabels[budget]
  return (
    <tr>
      <th scope="row">
        {label}
        <span className="limits__explanation">{explanations[budget]}</span>
      </th>
      <td className="limits__figure" data-label="Used">
        {amountText(budget, used)}
      </td>
      <td className="limits__figure" data-label="Allowed">
        {allowed === null
          ? 'Unlimited'
          : `${amountText(budget, allowed)}${window ? ` ${windowTexts[window]}` : ''}`}
      </td>
      <td {...(allowed !== null && { 'data-label': 'Share' })}>
        {allowed !== null && <Share label={label} share={used / allowed} />}
      </td>
      <td data-label="Resets">{resetText(budget, startsAnewAt)}</td>
    </tr>
  )
}

function Share({ label, share }: { label: string; share: number }) {
  const text = `${numberText(Math.min(share, 1) * 100, { most: 0 })}%`
  const tone = share >= 1 ? 'spent' : share >= NEARLY ? 'nearly' : 'free'
  return (
    <span className="limits__share">
      <meter
        className={`limits__bar limits__bar--${tone}`}
        aria-label={`${label}: used`}
        value={Math.min(share, 1)}
        max={1}
      >
        {text}
      </meter>
      <span aria-hidden="true">{text}</span>
      {tone === 'spent' && <span className="limits__word">Used up</span>}
      {tone === 'nearly' && <span className="limits__word">Nearly used up</span>}
    </span>
  )
}

const isToday = (instant: string) => new Date(instant).toDateString() === new Date().toDateString()

function resetText(budget: BudgetName, startsAnewAt: string | null): string {
  if (startsAnewAt) return `${isToday(startsAnewAt) ? 'at' : 'on'} ${timeText(startsAnewAt)}`
  if (budget === 'recipients') return 'an hour after each e-mail'
  return budget === 'storage' ? 'never' : 'at the next use'
}
