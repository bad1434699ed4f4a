import { jobStatuses, labelOf } from '#contract/choices.ts'
import { itemLabels } from '#contract/items.ts'
import { numberedPapers, paperKinds } from '#contract/numbering.ts'
import { isOneOf } from '#contract/typed-objects.ts'
import { addressText, mailStateText } from './csv-tables.ts'
import { type Cell, escapeHtml, factList, link, PAGE_END, pageBeginning, section, table } from './html.ts'
import { chargeFacts, type ChargeFacts, type Fact, itemFacts, jobFacts, partyFacts } from './job-facts.ts'
import { momentText } from './moments.ts'
import { isMadeHarmless, linkTo } from './places.ts'
import type { JobView, MailView } from './view-records.ts'

/** Where a key's file stands in the export. */
export type PathOf = (key: string) => string

export const jobPagePath = (number: number) => `jobs/${number}.html`

const figures = new Intl.NumberFormat('en', { maximumFractionDigits: 8 })
const sizes = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

const amount = (figure: number) => figures.format(figure)

/** Bytes as people read them, in units of 1,000. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${sizes.format(bytes / 1000)} kB` : `${sizes.format(bytes / 1_000_000)} MB`
}

const fileLinkTo = (path: string, name: string) => link(linkTo(path, 1), name, isMadeHarmless(path))

/** The page of a job: everything that people see of it, with its files linked. */
export function jobPage(view: JobView, company: { name: string; currency: string }, pathOf: PathOf): string {
  const { job, houses, notes, mails } = view
  const title = `Job ${job.job_number}${job.name ? `: ${job.name}` : ''}`
  const fileLink = (key: string, name: string) => fileLinkTo(pathOf(key), name)
  return [
    pageBeginning({
      title: `${title} – ${company.name}`,
      bar: `${link('../index.html', company.name)} · Job ${job.job_number}`,
    }),
    `<h1>${escapeHtml(title)}</h1>\n`,
    `<p class="quiet">${escapeHtml(labelOf(jobStatuses, job.status))}</p>\n`,
    section('Job', factList(jobFacts(view).map(withFigure))),
    section('Parties', factList(partyFacts(view))),
    section(
      'Numbers',
      factList(view.numbers.map(({ kind, number }) => ({ label: paperLabel(kind), value: number }))),
    ),
    section(
      'House Jobs',
      houses.length === 0
        ? ''
        : `<p>${houses.map(number => link(`${number}.html`, `Job ${number}`)).join(', ')}</p>\n`,
    ),
    section('Items', itemTable(view)),
    section('Charges', chargeTables(view, company.currency)),
    section(
      'Attachments',
      table(
        ['Name', 'Type', 'Date (UTC)', 'Size'],
        view.documents
          .filter(({ deleted_at }) => deleted_at === null)
          .map(({ content_key, name, type, date, size }) => [
            fileLink(content_key, name),
            escapeHtml(type),
            momentText(date),
            { figure: sizeText(size) },
          ]),
      ),
    ),
    section('Earlier Versions and Deleted Attachments', goneTable(view, fileLink)),
    section(
      'Notes',
      notes
        .map(
          ({ author, written_at, text }) =>
            `<h3>${escapeHtml(author)}, ${momentText(written_at)} UTC</h3>\n<p class="text">${escapeHtml(text)}</p>\n`,
        )
        .join(''),
    ),
    section('E-mails', mails.map(mail => mailDetails(mail, fileLink)).join('')),
    PAGE_END,
  ].join('')
}

const withFigure = ({ label, value }: Fact): Fact => ({
  label,
  value: typeof value === 'number' ? amount(value) : value,
})

const paperLabel = (kind: string) => (isOneOf(paperKinds, kind) ? numberedPapers[kind].label : kind)

function itemTable({ items }: JobView): string {
  const rows = items.map(item =>
    itemFacts(item).map<Cell>(({ value }) =>
      typeof value === 'number' ? { figure: amount(value) } : escapeHtml(value),
    ),
  )
  return table(Object.values<string>(itemLabels), rows)
}

function chargeTables(view: JobView, currency: string): string {
  const { sections, total, remark } = chargeFacts(view, currency)
  if (sections.length === 0 && !total) return ''
  const words = remark === '' ? '' : ` (${remark})`
  const sum = total === null ? '' : `<h3>All charges: ${amount(total)} ${escapeHtml(currency)}${words}</h3>\n`
  return sections.map(chargeTable).join('') + sum
}

function chargeTable({ label, currency, exchangeRate, lines }: ChargeFacts): string {
  const rate = exchangeRate === null ? '' : `, exchange rate ${amount(exchangeRate)}`
  return `<h3>${escapeHtml(label)} (${escapeHtml(currency)}${rate})</h3>\n${table(
    ['Charge', 'Amount', 'Remark'],
    lines.map(line => [
      ...[escapeHtml(line.label), { figure: amount(line.figure) }],
      escapeHtml(line.remark),
    ]),
  )}`
}

function goneTable({ documents, earlier }: JobView, fileLink: (key: string, name: string) => string): string {
  const deleted = documents.flatMap<Cell[]>(({ content_key, name, deleted_at, size }) =>
    deleted_at === null
      ? []
      : [[fileLink(content_key, name), `deleted ${momentText(deleted_at)}`, { figure: sizeText(size) }]],
  )
  const replaced = earlier.map<Cell[]>(({ content_key, name, replaced_at, size }) => [
    fileLink(content_key, name),
    `replaced ${momentText(replaced_at)}`,
    { figure: sizeText(size) },
  ])
  return table(['Name', 'When (UTC)', 'Size'], [...replaced, ...deleted])
}

/** An e-mail that opens to its text. */
export function mailDetails(mail: MailView, fileLink: (key: string, name: string) => string): string {
  const { subject, state, made_at, sent_at, recipients, attachments, message_key, body } = mail
  const people = recipients.map(
    ({ kind, ...one }) => `${kind === 'to' ? '' : `${kind}: `}${addressText(one)}`,
  )
  const facts = factList([
    { label: 'State', value: mailStateText(state) },
    { label: 'Made (UTC)', value: momentText(made_at) },
    { label: 'Sent (UTC)', value: momentText(sent_at) },
    { label: 'From', value: addressText({ name: mail.sender_name, address: mail.sender_address }) },
    { label: 'To', value: people.join(', ') },
    { label: 'Attachments', value: attachments.join(', ') },
  ])
  return `<details><summary>${escapeHtml(subject || '(no subject)')} <span class="quiet">${momentText(made_at)}</span></summary>
${facts}<p class="text">${escapeHtml(body)}</p>
<p>${fileLink(message_key, 'The whole message, with its attachments')}</p></details>\n`
}
