import type { CompanySnapshot } from './snapshot-records.ts'

/** Columns by their names in the database, numbers as numbers, days and instants as texts. */
export type Row = Record<string, unknown>

export type DocumentView = {
  id: string
  name: string
  type: string
  size: number
  date: string
  content_key: string
  deleted_at: string | null
  may_run_code: boolean
}

export type MailView = {
  id: string
  subject: string
  body: string
  state: string
  sender_name: string
  sender_address: string
  made_at: string
  sent_at: string | null
  message_key: string
  message_size: number
  recipients: { kind: string; name: string | null; address: string; state: string }[]
  attachments: string[]
}

/** A job with everything that people see of it. */
export type JobView = {
  job: Row & {
    id: string
    job_number: number
    name: string | null
    status: number | null
    shipment_date: string
  }
  master: number | null
  owner: string | null
  houses: number[]
  /** Names, by the job's columns. */
  ports: Partial<Record<string, string | null>>
  parties: { role: string; name: string | null }[]
  items: Row[]
  numbers: { kind: string; number: string }[]
  finance: Row
  origin_charges: Row | null
  freight_charges: Row | null
  destination_charges: Row | null
  documents: DocumentView[]
  earlier: { name: string; content_key: string; size: number; replaced_at: string }[]
  notes: { text: string; author: string | null; written_at: string }[]
  mails: MailView[]
}

const list = (rows: string) => `coalesce((select json_agg(${rows}), '[]')`

const mailView = `json_build_object(
  'id', m.id, 'subject', m.subject, 'body', m.body, 'state', m.state, 'sender_name', m.sender_name,
  'sender_address', m.sender_address, 'made_at', m.made_at, 'sent_at', m.sent_at, 'message_key', m.message_key,
  'message_size', m.message_size,
  'recipients', ${list(`json_build_object('kind', r.kind, 'name', r.name, 'address', r.address, 'state', r.state)
    order by r.position) from mail_recipients r where r.account_id = m.account_id and r.mail_id = m.id`)},
  'attachments', ${list(`a.name order by a.position) from mail_attachments a
    where a.account_id = m.account_id and a.mail_id = m.id`)})`

const charges = (table: string) =>
  `(select to_json(c) from ${table} c where c.account_id = j.account_id and c.finance_id = j.finance_id)`

const port = (column: string) =>
  `(select p.name from ports p where p.account_id = j.account_id and p.id = j.${column})`

const jobViews = `
  select json_build_object(
    'job', to_json(j),
    'master', (select m.job_number from jobs m where m.account_id = j.account_id and m.id = j.master_job_id),
    'owner', (select u.display_name from users u where u.account_id = j.account_id and u.id = j.owner_id),
    'houses', ${list(`h.job_number order by h.job_number) from jobs h
      where h.account_id = j.account_id and h.master_job_id = j.id`)},
    'ports', json_build_object('loading_port_id', ${port('loading_port_id')}, 'via_port_id', ${port('via_port_id')},
      'discharge_port_id', ${port('discharge_port_id')}, 'destination_port_id', ${port('destination_port_id')}),
    'parties', ${list(`json_build_object('role', l.role, 'name', o.name) order by l.role)
      from job_parties l join parties p on p.account_id = l.account_id and p.id = l.party_id
      join organisations o on o.account_id = p.account_id and o.id = p.organisation_id
      where l.account_id = j.account_id and l.job_id = j.id`)},
    'items', ${list(`to_json(i) order by i.position, i.id) from items i
      where i.account_id = j.account_id and i.job_id = j.id`)},
    'numbers', ${list(`json_build_object('kind', n.kind, 'number', n.number) order by n.kind) from job_numbers n
      where n.account_id = j.account_id and n.job_id = j.id and n.used_at is not null`)},
    'finance', (select to_json(f) from finances f where f.account_id = j.account_id and f.id = j.finance_id),
    'origin_charges', ${charges('origin_charges')},
    'freight_charges', ${charges('freight_charges')},
    'destination_charges', ${charges('destination_charges')},
    'documents', ${list(`json_build_object('id', d.id, 'name', d.name, 'type', d.type, 'size', d.size, 'date', d.date,
        'content_key', d.content_key, 'deleted_at', d.deleted_at, 'may_run_code', d.may_run_code) order by d.date, d.id)
      from documents d where d.account_id = j.account_id and d.job_id = j.id`)},
    'earlier', ${list(`json_build_object('name', d.name, 'content_key', e.content_key, 'size', e.size,
        'replaced_at', e.replaced_at) order by e.replaced_at, e.id)
      from earlier_contents e join documents d on d.account_id = e.account_id and d.id = e.document_id
      where d.account_id = j.account_id and d.job_id = j.id`)},
    'notes', ${list(`json_build_object('text', n.text, 'author', u.display_name, 'written_at', n.written_at)
        order by n.written_at, n.id)
      from notes n join users u on u.account_id = n.account_id and u.id = n.author_id
      where n.account_id = j.account_id and n.job_id = j.id`)},
    'mails', ${list(`${mailView} order by m.made_at, m.id) from mails m
      where m.account_id = j.account_id and m.job_id = j.id`)}) as view
  from jobs j where j.account_id = :account order by j.job_number`

/** Every job in the order of their numbers. */
export async function* readJobs(snapshot: CompanySnapshot): AsyncGenerator<JobView> {
  for await (const rows of snapshot.walk<{ view: JobView }>(jobViews)) for (const { view } of rows) yield view
}

/** E-mails that belong to no job. */
export async function* readOtherMails(snapshot: CompanySnapshot): AsyncGenerator<MailView> {
  const query = `select ${mailView} as view from mails m
    where m.account_id = :account and m.job_id is null order by m.made_at, m.id`
  for await (const rows of snapshot.walk<{ view: MailView }>(query)) for (const { view } of rows) yield view
}

/** A contact: an organisation with one of its addresses or people; with none where it has none. */
export async function* readContacts(
  snapshot: CompanySnapshot,
): AsyncGenerator<{ organisation: Row; contact: Row | null }> {
  const query = `select to_json(o) as organisation, to_json(c) as contact
    from organisations o left join contacts c on c.account_id = o.account_id and c.organisation_id = o.id
    where o.account_id = :account order by lower(o.name), o.id, c.position, c.id`
  for await (const rows of snapshot.walk<{ organisation: Row; contact: Row | null }>(query)) yield* rows
}

export type TemplateFile = { name: string; content_key: string; deleted_at: string | null; earlier: boolean }

/** The files of document templates, each template's present one before its earlier ones. */
export async function* readTemplateFiles(snapshot: CompanySnapshot): AsyncGenerator<TemplateFile> {
  const query = `select t.name, f.content_key, t.deleted_at, f.earlier from document_templates t, lateral (
      select t.content_key, false as earlier, t.date as since, t.id
      union all
      select e.content_key, true, e.replaced_at, e.id from earlier_contents e
      where e.account_id = t.account_id and e.template_id = t.id) as f
    where t.account_id = :account order by lower(t.name), t.id, f.earlier, f.since, f.id`
  for await (const rows of snapshot.walk<TemplateFile>(query)) yield* rows
}

export type CompanyFacts = {
  name: string
  currency: string
  settings: Row & { logo_key?: string | null; logo_media_type?: string | null }
  people: { display_name: string; email: string; role: string; has_access: boolean; is_program: boolean }[]
  /** Bytes of all files that the company keeps. */
  file_bytes: number
}

export async function readFacts(snapshot: CompanySnapshot): Promise<CompanyFacts> {
  const query = `select json_build_object(
      'name', a.name, 'currency', a.currency,
      'settings', coalesce((select to_json(s) from company_settings s where s.account_id = a.id), '{}'),
      'people', ${list(`json_build_object('display_name', u.display_name, 'email', u.email, 'role', u.role,
          'has_access', u.joined_at is not null and u.deactivated_at is null,
          'is_program', u.subject like 'api-token:%') order by lower(u.display_name), u.id)
        from users u where u.account_id = a.id`)},
      'file_bytes', (select coalesce(sum(bytes), 0) from (
          select sum(size) as bytes from documents d where d.account_id = a.id
          union all select sum(size) from document_templates t where t.account_id = a.id
          union all select sum(size) from earlier_contents e where e.account_id = a.id
          union all select sum(message_size) from mails m where m.account_id = a.id
          union all select sum(logo_size) from company_settings s where s.account_id = a.id) as sizes)) as facts
    from accounts a where a.id = :account`
  for await (const [row] of snapshot.walk<{ facts: CompanyFacts }>(query)) if (row) return row.facts
  throw new Error('The company is gone.')
}
