/** What the tests of the last release are meant to find different on today's schema: each with its reason. */
export const intendedChanges: readonly { test: RegExp; reason: string }[] = [
  {
    test: /^server\/documents\/documents\.test\.ts: attaching a file stores it whole and answers the document/,
    reason:
      'It names every column of table “documents”. Since migration 0105 there is “note_id”, and since 0145 “original_or_copy”, which are empty there.',
  },
  {
    test: /^server\/isolation\.test\.ts: row-level security shows a session its own company’s rows alone/,
    reason:
      'It expects rows of two companies in every table with a version. Of tables that came later it makes none; what ' +
      'binds them is tested here today.',
  },
  {
    test: /^server\/history\/record-kinds\.test\.ts: every table with a version has its history/,
    reason: 'It lists the tables with a version, and there are more by now.',
  },
  {
    test: /^server\/notes\/notes\.test\.ts: its history tells that it was added, changed and deleted/,
    reason:
      'It expects the text alone. Since migration 0098 a note has the people whom it mentions, which a server of that ' +
      'release calls “Mentioned ids” until it is replaced; entries are worded when they are read.',
  },
  {
    test: /^server\/limits\/shared-limits\.test\.ts: servers on one database (share what is used|take counts of one company)/,
    reason:
      'It sets the clock to 23 November 2026, and the database forgets counts by its own. It fails on its own schema, too.',
  },
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
  {
    test: /^server\/history\/first-values\.test\.ts: every column of these tables is compared by the function that keeps their history/,
    reason:
      'It allows for no columns that only say which others a house has from its master. Since migration 0139 there are two: “own_columns” and “columns_of_master”.',
  },
  {
    test: /^server\/jobs\/list-sort\.test\.ts: 26 columns, the direction and the master, each with its own order/,
    reason:
      'It expects that a job which is put under a master stays without dates. Since migration 0139 a house has its master’s dates where it has none of its own.',
  },
  {
    test: /^server\/jobs\/list\.test\.ts: the job list narrowed by (etdTo=2026-03-02|etaTo=2026-04-01|party in any role, port in any place and master)$/,
    reason:
      'It puts job Five, which has no dates and no port of discharge, under job One. Since migration 0139 it has them from there.',
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
    line: /^\/api\/documenttemplate\/.* label: "Day on which the document is made, in the company’s time zone" has become "Today"$/,
    reason: 'The label of a field is short enough for a list; what it prints is as before.',
  },
  {
    line: /^\/api\/documenttemplate\/fields.* fields: more: \{"name":"(Shipment|Bills|Houses)\.(Voyage|Owner|OwnerEmail)"/,
    reason: 'Templates have three more fields.',
  },
  {
    line: /^\/api\/documenttemplate\/fields.* fields: more: \{"name":"(Shipment|Bills|Houses)\.(PlaceOf(Receipt|Delivery|Issue)|Incoterm(Place)?|Freight(Payment|PayableAt)|NumberOfOriginals|DateOfIssue|OnBoardDate|Service|Atd|Ata|FreeDays|ValidUntil|(Documents|Vgm|Cargo)CutOff)"/,
    reason: 'Templates have the fields that a job got for its papers.',
  },
  {
    line: /^\/api\/documenttemplate\/fields.* more: \{"name":"(Containers?|ContainerTotals|Shipment\.ContainersAndSeals)\b/,
    reason: 'Templates know the containers of a job.',
  },
  {
    line: /^\/api\/documenttemplate\/fields.* fields: more: \{"name":"(Items\.(MarksAndNumbers|HsCode|Length|Width|Height|DimensionUnit|Dimensions|Volume|VolumeUnit|UnNumber|HazardClass|PackingGroup|ProperShippingName|Flashpoint|MarinePollutant|LimitedQuantity|DangerousGoods|ChargeableWeight|Containers)|ItemTotals\.(Volume(Unit)?|ChargeableWeight))"/,
    reason: 'Templates have the further fields of items.',
  },
  {
    line: /^\/api\/documenttemplate\/fields.* fields: more: \{"name":"(Shipment|Bills|Houses)\.(ReceivedAtCfs|CostShare|HandlingInformation|DeclaredValueFor(Carriage|Customs)|InsuranceAmount|EmptyDepot|ContainerTerminal|ReleaseValidUntil|AttachedDocuments|VesselFlag|WaybillCharges|RateClass|RatedWeight|WaybillRate|WeightCharge|ValuationCharge|WaybillTax|ChargesDue(Agent|Carrier)|WaybillTotal)"/,
    reason:
      'Templates have the last fields of papers, the day on which cargo was received at the freight station, and its share of a master’s costs.',
  },
  {
    line: /^\/api\/documenttemplate\/fields.* more: \{"name":"((Bills|Houses)\.)?(NotifyParty|SecondNotifyParty|Customer|Haulier|Warehouse)[."]/,
    reason: 'A job has further parties, and the bills of a manifest have the customer too.',
  },
  {
    line: /^\/api\/documenttemplate\/fields.* fields: more: \{"name":"[A-Za-z.]+\.(NameAndAddress|TaxNumber|PaymentTerms|Scac|IataPrefix|IataAgentCode|AccountNumber)"/,
    reason: 'Every party has its name and address as one field, its tax number, payment terms and codes.',
  },
  {
    line: /^\/api\/documenttemplate\/fields.* fields: more: \{"name":"Shipment\.(BookingNumber|PurchaseOrders|CommercialInvoices|LetterOfCredit|CustomsDeclaration|CustomerReference|AgentReference)"/,
    reason: 'Templates have the references of a job.',
  },
  {
    line: /^\/api\/documenttemplate\/fields.* more: \{"name":"(Paper"|Paper\.|Finance\.DestinationTotal")/,
    reason: 'Templates say what paper they are, and have the total of the charges at destination.',
  },
  {
    line: /^\/api\/documenttemplate\/fields.* more: \{"name":"References"/,
    reason: 'Templates have the list of a job’s references.',
  },
  {
    line: /^\/api\/history\/export (bytes|sha256): /,
    reason: 'The file has a line for that owner; the entries themselves are compared one by one.',
  },
  {
    line: /^\/api\/documenttemplate\/fields.* label: "Day on which the document is made[^"]*" has become "Today"/,
    reason: 'A label is short: beside a place of a template it stands with a question mark.',
  },
  {
    line: /^\/api\/documenttemplate\/fields\/file (bytes|sha256): /,
    reason: 'The list of fields as a Word file has those, too.',
  },
  {
    line: /^\/api\/register body permissions: more: "(company:export|views:read|views:share)"$/,
    reason: 'Administrators may export their company, and colleagues share views of the dashboard.',
  },
  {
    line: /^\/api\/mailtemplate body \d+ text: "Dear \{\{#if .* has become "Dear \{\{#if /,
    reason:
      'The e-mail templates that come with the product print the voyage of a ship, the flight of an air job, and actual dates.',
  },
  {
    line: /^\/api\/mailtemplate body \d+ subject: "(Pre-alert|Arrival notice): .* has become "(Pre-alert|Arrival notice): /,
    reason:
      'The subjects of those templates name the day on which a ship or a flight really left or arrived.',
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
