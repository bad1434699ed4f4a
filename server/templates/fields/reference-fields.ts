import {
  type BuiltInKind,
  builtInKindCodes,
  builtInKinds,
  isSameKindName,
} from '#contract/reference-kinds.ts'
import { type CatalogueField, date, text } from './field-group.ts'

/** A reference as papers print it. */
export type PrintedReference = {
  /** The code of a built-in kind, or the id of one of the company's own. */
  kind: string
  /** What the kind is called. */
  kindName: string
  number: string | null
  date: string | null
}

const names: Record<BuiltInKind, readonly [name: string, ...aliases: string[]]> = {
  booking: ['BookingNumber', 'Booking', 'Bookings'],
  purchaseOrder: ['PurchaseOrders', 'PurchaseOrder', 'PurchaseOrderNumber'],
  commercialInvoice: ['CommercialInvoices', 'CommercialInvoice', 'CommercialInvoiceNumber'],
  letterOfCredit: ['LetterOfCredit', 'LetterOfCreditNumber'],
  customsDeclaration: ['CustomsDeclaration', 'CustomsDeclarationNumber'],
  customerReference: ['CustomerReference', 'CustomersReference', 'CustomerReferences'],
  agentReference: ['AgentReference', 'AgentsReference', 'AgentReferences'],
}

/** All numbers of a kind, or of a company's own of the same name, separated by commas. */
const numbersOf = (kind: BuiltInKind) => (references: readonly PrintedReference[]) =>
  references
    .filter(one => one.kind === kind || isSameKindName(one.kindName, builtInKinds[kind]))
    .flatMap(one => one.number?.trim() || [])
    .join(', ')

/** What a job's references of each built-in kind come to. */
export const joinedReferenceFields: readonly CatalogueField<readonly PrintedReference[]>[] =
  builtInKindCodes.map(kind => {
    const [name, ...aliases] = names[kind]
    return text(name, builtInKinds[kind], numbersOf(kind), ...aliases)
  })

export const referenceListFields: readonly CatalogueField<PrintedReference>[] = [
  text('Kind', 'Kind', reference => reference.kindName),
  text('Number', 'Number', reference => reference.number),
  date('Date', 'Date', reference => reference.date),
]
