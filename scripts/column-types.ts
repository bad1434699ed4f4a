/**
 * What the database says of a column only by a check (one of these words) or not at all (this shape of JSON), so that
 * the code that reads it need not claim it: each is the type by which the contract knows the same value.
 */
const contractTypes = {
  BudgetName: 'limits',
  MailKind: 'mail-states',
  MailStamp: 'mails',
  MailState: 'mail-states',
  NumberedPaper: 'numbering',
  PageDismissal: 'template-pages',
  PartyRole: 'parties',
  Preferences: 'preferences',
  RecipientKind: 'mail-states',
  RecipientState: 'mail-states',
  Role: 'permissions',
  RoleAdjustments: 'permissions',
  SignInOutcome: 'sign-ins',
  TemplateProblem: 'templates',
}

const columns: Record<string, keyof typeof contractTypes> = {
  'company_budgets.budget': 'BudgetName',
  'company_limits.budget': 'BudgetName',
  'job_numbers.kind': 'NumberedPaper',
  'job_parties.role': 'PartyRole',
  'mail_recipients.state': 'RecipientState',
  'mail_recipients.kind': 'RecipientKind',
  'mails.kind': 'MailKind',
  'mails.state': 'MailState',
  'number_series.kind': 'NumberedPaper',
  'returned_numbers.kind': 'NumberedPaper',
  'sign_in_events.outcome': 'SignInOutcome',
  'users.role': 'Role',
}

const typeOf = (type: keyof typeof contractTypes) => `import("#contract/${contractTypes[type]}.ts").${type}`

// It is written as any JSON: what PostgreSQL gets is text.
const jsonOf = (type: string) => `ColumnType<${type}, Json | undefined, Json>`
const jsonColumns = {
  'document_templates.dismissals': jsonOf(`${typeOf('PageDismissal')}[]`),
  'document_templates.left_values': jsonOf('{ text: string; shipmentId: string }[]'),
  'document_templates.missing': jsonOf('string[]'),
  'document_templates.problems': jsonOf(`${typeOf('TemplateProblem')}[]`),
  'history.changes': jsonOf('Record<string, [unknown, unknown]>'),
  'mail_template_reports.problems': jsonOf(`${typeOf('TemplateProblem')}[]`),
  'mails.stamps': jsonOf(`${typeOf('MailStamp')}[]`),
  'role_adjustments.adjustments': jsonOf(typeOf('RoleAdjustments')),
  'user_preferences.preferences': jsonOf(`Partial<${typeOf('Preferences')}>`),
}

// A time without a zone is read and written as the wire has it.
const localTimes = ['documents_cut_off', 'vgm_cut_off', 'cargo_cut_off'].map(column => [
  `jobs.${column}`,
  'string | null',
])

/** For kysely-codegen. */
export const columnTypeOptions = [
  '--overrides',
  JSON.stringify({
    columns: {
      ...Object.fromEntries(Object.entries(columns).map(([column, type]) => [column, typeOf(type)])),
      ...jsonColumns,
      ...Object.fromEntries(localTimes),
    },
  }),
]
