/** What the tests of the last release are meant to find different on today's schema: each with its reason. */
export const intendedChanges: readonly { test: RegExp; reason: string }[] = [
  {
    test: /^server\/db\/roles\.test\.ts: the product’s own connections read no row of any company/,
    reason:
      'It lists the tables that no connection may read at all. Table “installation” is one more of them, and is no company’s.',
  },
  {
    test: /^server\/users\/founding\.test\.ts: a company is founded by a link alone where it is (invited|closed)$/,
    reason:
      'It expects that a start takes back the link of the start before. Since migration 0090 all links for the first ' +
      'company are good until there is one, since on several servers nobody knows which of them started last.',
  },
]

/** What answers of the last release are meant to be others after an upgrade: each with its reason. */
export const intendedDifferences: readonly { line: RegExp; reason: string }[] = [
  {
    line: /^\/api\/history.* changes: more: \{"field":"owner/i,
    reason:
      'Whoever made a job owns it from its beginning, so the first entry of its history names the owner.',
  },
  {
    line: /^\/api\/documenttemplate\/fields.* fields: more: \{"name":"(Shipment|Bills|Houses)\.(Voyage|Owner|OwnerEmail)"/,
    reason: 'Templates have three more fields.',
  },
  {
    line: /^\/api\/history\/export (bytes|sha256): /,
    reason: 'The file has a line for that owner; the entries themselves are compared one by one.',
  },
  {
    line: /^\/api\/documenttemplate\/fields\/file (bytes|sha256): /,
    reason: 'The list of fields as a Word file has those three.',
  },
  {
    line: /^\/api\/register body permissions: more: "(company:export|views:read|views:share)"$/,
    reason: 'Administrators may export their company, and colleagues share views of the dashboard.',
  },
  {
    line: /^\/api\/mailtemplate body \d+ text: "Dear \{\{#if .* has become "Dear \{\{#if /,
    reason:
      'The e-mail templates that come with the product print the voyage of a ship and the flight of an air job.',
  },
  {
    line: /^\/api\/port\//,
    reason: 'Ports are found by further names, and those that begin with the text come first.',
  },
]

/** Tables, and columns by table and name, that migrations write anew: each with its reason. */
export const derived: Readonly<Record<string, string>> = {
  schema_migrations: 'Each migration that was applied.',
  account_revisions: 'They only rise, so that pages of jobs that servers remember are read anew.',
  'job_index.search_text': 'Triggers make it of the job; blanks in it are alike since migration 0066.',
}
