import type { StoredCompany } from '#server/company/records.ts'
import { chargeableWeightOfItem, chargeableWeightOfItems } from '#contract/chargeable-weight.ts'
import type { ItemContainer } from '#contract/item-containers.ts'
import { TransportMode } from '#contract/choices.ts'
import type { Finance } from '#contract/finance.ts'
import { chargeSectionLabels, chargeSections } from '#contract/finance-sections.ts'
import type { Job } from '#contract/jobs.ts'
import type { OriginalOrCopy } from '#contract/original-or-copy.ts'
import { partyRoleLabels, partyRoles } from '#contract/parties.ts'
import { portTypes, type PortType } from '#contract/ports.ts'
import type { Membership } from '#contract/users.ts'
import type { FieldValues, KnownFields, PictureValue } from '#server/word/language/known-fields.ts'
import { country } from './address.ts'
import { type Bill, billFields, billsOf, COST_SHARE, type CostShares } from './bill-fields.ts'
import { billTotalFields, billTotals } from './bill-totals.ts'
import { chargeFields } from './charge-fields.ts'
import { payable } from '#contract/finance-totals.ts'
import { chargeBlocks, chargeListFields } from './charge-list.ts'
import {
  chargeCurrencies,
  chargeCurrencyFields,
  groupedChargeFields,
  groupedCharges,
} from './charge-summaries.ts'
import { companyFields } from './company-fields.ts'
import {
  containerEntries,
  containerFields,
  containersInOneBox,
  containerTotalFields,
  type PaperContainers,
} from './container-fields.ts'
import {
  capital,
  date,
  grouped,
  kilograms,
  knownField,
  number,
  takeAll,
  text,
  within,
  type CatalogueField,
} from './field-group.ts'
import { portLabels } from './field-groups.ts'
import { itemFields } from './item-fields.ts'
import { itemTotalFields, itemTotals } from './item-totals.ts'
import { jobFields, quoteFields } from './job-fields.ts'
import { numberFields, type PaperNumbers } from './number-fields.ts'
import { paperFields } from './paper-fields.ts'
import { partyFields } from './party-fields.ts'
import { stowageTexts } from './stowage-texts.ts'
import { waybillFields, waybillOf } from './waybill-fields.ts'
import { partyInGroup } from './party-in-group.ts'
import { joinedReferenceFields, type PrintedReference, referenceListFields } from './reference-fields.ts'

export type SourcePort = {
  name: string | null
  /** UN/LOCODE, or whatever code a company gave its own port. */
  code: string | null
  countryId: string | null
  /** null where it is no airport, or none whose code is known. */
  iata: string | null
}

/** What a document is filled from. */
export type TemplateSource = {
  /** With the companies behind its parties. */
  job: Job
  finance: Finance | null
  ports: Record<PortType, SourcePort | null>
  containers: PaperContainers
  /** In which of them the job's items travel, and those of its houses. */
  itemContainers: readonly ItemContainer[]
  /** With the companies behind their parties. */
  houses: readonly Job[]
  /** Of its houses, or where it is a house of itself. */
  costShares: CostShares
  /** Where the job is a house job, the one that it travels with. */
  master: Job | null
  /** Of the job, in their order. */
  references: readonly PrintedReference[]
  company: StoredCompany
  logo: PictureValue | null
  /** Where the logo's bytes are kept; they are read only when a document is made. */
  logoKey: string | null
  numbers: PaperNumbers
  /** Person who makes the document, for which company. */
  membership: {
    user: Pick<Membership['user'], 'id' | 'displayName' | 'email' | 'role'>
    account: Membership['account']
  }
  /** What is being made, where the template says it. */
  originalOrCopy: OriginalOrCopy
  /** yyyy-MM-dd. */
  today: string
}

const portFields: readonly CatalogueField<SourcePort & { isByAir: boolean }>[] = [
  text('Name', 'name', port => port.name),
  text('Code', 'UN/LOCODE', port => port.code),
  text('IataCode', 'IATA code', port => port.iata),
  text('ModeCode', 'IATA code by air, else UN/LOCODE', port => (port.isByAir && port.iata) || port.code),
  text('Country', 'country', country),
  text('CountryCode', 'country code', port => port.countryId, 'CountryId'),
]

/** null without charges at destination, which may also come to 0. */
const destinationTotal = ({ finance, job }: TemplateSource) =>
  chargeBlocks(finance, job).find(({ label }) => label === chargeSectionLabels.destinationCharge)?.charge
    ?.total

const financeFields: readonly CatalogueField<Finance>[] = [
  number('Total', 'Total of all charges', payable),
  text('Currency', 'Currency', finance => finance.currency),
]

const fields: readonly CatalogueField<TemplateSource>[] = [
  ...grouped(['Shipment', 'Job'], jobFields).map(field =>
    within(field, (source: TemplateSource) => source.job),
  ),
  ...grouped(['Shipment', 'Job'], [containersInOneBox]).map(field =>
    within(field, (source: TemplateSource) => source.containers),
  ),
  ...grouped(['Shipment', 'Job'], joinedReferenceFields).map(field =>
    within(field, (source: TemplateSource) => source.references),
  ),
  ...grouped<TemplateSource>(
    ['Shipment', 'Job'],
    [number('CostShare', COST_SHARE, ({ job, costShares }) => costShares.get(job.id))],
  ),
  ...grouped(['Shipment', 'Job'], waybillFields).map(field =>
    within(field, ({ job, finance, company }: TemplateSource) => waybillOf(job, finance, company.currency)),
  ),
  ...grouped(['Quote', 'Shipment.Quote', 'Shipment', 'Job'], quoteFields).map(field =>
    within(field, (source: TemplateSource) => source.job.quote),
  ),
  ...partyRoles.flatMap(role =>
    grouped([capital(role), `Shipment.${capital(role)}`, `Shipment${capital(role)}`], partyFields).map(
      field =>
        within({ ...field, label: `${partyRoleLabels[role]}: ${field.label}` }, (source: TemplateSource) =>
          partyInGroup(source.job, role),
        ),
    ),
  ),
  ...portTypes.flatMap(type =>
    grouped([`${type}Port`, `Quote.${type}Port`, `Shipment.${type}Port`], portFields).map(field =>
      within({ ...field, label: `${portLabels[type]}: ${field.label}` }, ({ ports, job }: TemplateSource) => {
        const port = ports[type]
        return port && { ...port, isByAir: job.quote.transportMode === TransportMode.air }
      }),
    ),
  ),
  ...chargeSections.flatMap(section =>
    grouped(
      [capital(section), `${capital(section)}s`, `Finance.${capital(section)}`],
      chargeFields(section),
    ).map(field =>
      within(
        { ...field, label: `${chargeSectionLabels[section]}: ${field.label}` },
        (source: TemplateSource) => source.finance,
      ),
    ),
  ),
  ...grouped(['Finance', 'Shipment.Finance'], financeFields).map(field =>
    within(field, (source: TemplateSource) => source.finance),
  ),
  ...grouped<TemplateSource>(
    ['Finance', 'Shipment.Finance'],
    [
      number(
        'DestinationTotal',
        'Total of the destination charges, in your company’s currency',
        destinationTotal,
      ),
    ],
  ),
  ...grouped<TemplateSource>(
    ['ItemTotals'],
    [
      kilograms(
        'ChargeableWeight',
        'Chargeable weight of the items together, by the job’s mode, kg',
        source => chargeableWeightOfItems(source.job.items, chargedBy(source))?.kilograms,
      ),
    ],
  ),
  ...grouped(['ItemTotals'], itemTotalFields).map(field =>
    within(field, ({ job }: TemplateSource) => itemTotals(job.items)),
  ),
  ...grouped(['ContainerTotals'], containerTotalFields).map(field =>
    within(field, (source: TemplateSource) => source.containers),
  ),
  ...grouped(['BillTotals'], billTotalFields).map(field =>
    within(field, ({ job, houses }: TemplateSource) => billTotals(billsOf(job, houses))),
  ),
  ...grouped<TemplateSource>(
    ['Master', 'Shipment.Master'],
    [
      number('JobId', 'Job Id of the master job', ({ job }) => job.master?.jobId),
      text('Name', 'Name of the master job', ({ job }) => job.master?.name),
    ],
  ),
  ...grouped<TemplateSource>(['Company'], companyFields),
  ...numberFields.map(field => within(field, (source: TemplateSource) => source.numbers)),
  ...paperFields,
  text(
    'User.Name',
    'Person who makes the document',
    ({ membership }) => membership.user.displayName,
    'User.DisplayName',
  ),
  text(
    'User.Email',
    'E-mail of the person who makes the document',
    ({ membership }) => membership.user.email,
  ),
  date('Today', 'Today', ({ today }) => today),
]

/** Every field that a template may name, with what people call it. */
export const catalogue = {
  fields,
  lists: {
    Items: itemFields,
    Containers: containerFields,
    References: referenceListFields,
    Charges: chargeListFields,
    GroupedCharges: groupedChargeFields,
    ChargeCurrencies: chargeCurrencyFields,
    Houses: billFields,
    Bills: billFields,
  },
} as const

export const knownFields: KnownFields = {
  fields: fields.map(knownField),
  lists: [
    { name: 'Items', aliases: ['Item', 'Shipment.Items', 'Job.Items'], fields: itemFields.map(knownField) },
    {
      name: 'Containers',
      aliases: ['Container', 'Shipment.Containers', 'Job.Containers'],
      fields: containerFields.map(knownField),
    },
    {
      name: 'References',
      aliases: ['Reference', 'Shipment.References', 'Job.References'],
      fields: referenceListFields.map(knownField),
    },
    {
      name: 'Charges',
      aliases: ['Charge', 'Finance.Charges'],
      fields: chargeListFields.map(knownField),
    },
    { name: 'GroupedCharges', aliases: [], fields: groupedChargeFields.map(knownField) },
    { name: 'ChargeCurrencies', aliases: [], fields: chargeCurrencyFields.map(knownField) },
    {
      name: 'Houses',
      aliases: ['House', 'Shipment.Houses', 'Job.Houses'],
      fields: billFields.map(knownField),
    },
    { name: 'Bills', aliases: ['Bill'], fields: billFields.map(knownField) },
  ],
}

/** By what the job's volume counts as weight. */
const chargedBy = ({ job, company }: TemplateSource) => ({
  mode: job.quote.transportMode,
  weights: company,
})

/** What a template's fields are filled with for one job. */
export function documentValues(source: TemplateSource): FieldValues {
  const { job, houses, finance, costShares } = source
  const blocks = chargeBlocks(finance, job)
  const stowage = stowageTexts({
    items: job.items,
    houses,
    containers: source.containers.rows,
    links: source.itemContainers,
  })
  const bills = (all: readonly Bill[]) => all.map(bill => takeAll(billFields, bill))
  return {
    fields: takeAll(fields, source),
    lists: {
      Items: job.items.map((item, index) =>
        takeAll(itemFields, {
          ...item,
          number: index + 1,
          containers: stowage.containersOf(item.id),
          chargeable: chargeableWeightOfItem(item, chargedBy(source))?.kilograms ?? null,
        }),
      ),
      Containers: containerEntries(source.containers, stowage).map(row => takeAll(containerFields, row)),
      References: source.references.map(row => takeAll(referenceListFields, row)),
      Charges: blocks.flatMap(block => block.rows).map(row => takeAll(chargeListFields, row)),
      GroupedCharges: groupedCharges(blocks).map(row => takeAll(groupedChargeFields, row)),
      ChargeCurrencies: chargeCurrencies(blocks, finance?.currency ?? '').map(row =>
        takeAll(chargeCurrencyFields, row),
      ),
      Houses: bills(houses.length > 0 ? billsOf(job, houses, costShares) : []),
      Bills: bills(billsOf(job, houses, costShares)),
    },
  }
}
