import type { BuiltInKind } from '#contract/reference-kinds.ts'
import type { PartyRole } from '#contract/parties.ts'

/** A row of the charges as it has to be read: section, charge, amount, currency, rate, amount in the company's currency. */
type ChargeRow = readonly [string, string, string, string, string, string]

export type PaperParty = {
  name: string
  street: string
  city: string
  countryId: string
  telephone?: string
  email?: string
  taxNumber?: string
  accountNumber?: string
  paymentTerms?: string
}
export type PaperPort = { name: string; code: string; countryId: string }

type PaperJob = Partial<
  Record<
    | 'hbl'
    | 'mbl'
    | 'vesselName'
    | 'vesselFlag'
    | 'voyage'
    | 'etd'
    | 'eta'
    | 'swbro'
    | 'dopubtco'
    | 'igm'
    | 'indexNumber'
    | 'shedNumber'
    | 'customerInstructions'
    | 'placeOfReceipt'
    | 'placeOfDelivery'
    | 'incotermPlace'
    | 'freightPayableAt'
    | 'placeOfIssue'
    | 'dateOfIssue'
    | 'onBoardDate'
    | 'receivedAtCfs'
    | 'atd'
    | 'ata'
    | 'validUntil'
    | 'handlingInformation'
    | 'emptyDepot'
    | 'containerTerminal'
    | 'releaseValidUntil'
    | 'attachedDocuments'
    | 'documentsCutOff'
    | 'vgmCutOff'
    | 'cargoCutOff',
    string
  > &
    Record<
      | 'direction'
      | 'grossWeight'
      | 'weightUnit'
      | 'volume'
      | 'volumeUnit'
      | 'numberOfPackages'
      | 'incoterm'
      | 'freightPayment'
      | 'originals'
      | 'service'
      | 'freeDays'
      | 'valueForCarriage'
      | 'valueForCustoms'
      | 'insuranceAmount'
      | 'waybillCharges'
      | 'rateClass'
      | 'waybillRate'
      | 'valuationCharge'
      | 'waybillTax'
      | 'chargesDueAgent'
      | 'chargesDueCarrier',
      number
    >
>

export type PaperCase = {
  currency: string
  job: PaperJob
  quote: { transportMode?: number; quoteType?: number; clType?: number; commodity?: string }
  items: {
    name: string
    description?: string
    quantity?: number
    netWeight?: number
    grossWeight: number
    weightUnit: number
    numberOfPacks?: number
    modeOfPacking?: number
    marksAndNumbers?: string
    hsCode?: string
    unNumber?: string
    properShippingName?: string
    hazardClass?: number
    packingGroup?: number
    flashpoint?: number
    marinePollutant?: number
    limitedQuantity?: number
    length?: number
    width?: number
    height?: number
  }[]
  containers?: {
    number: string
    sizeType: string
    seals?: string[]
    packages?: number
    cargoWeight?: number
    tareWeight?: number
    volume?: number
    vgm?: number
    vgmMethod?: number
    vgmDate?: string
    vgmSignatory?: string
  }[]
  /** By their kinds. */
  references?: Partial<Record<BuiltInKind, string>>
  parties: Partial<Record<PartyRole, PaperParty>>
  ports?: Partial<Record<'loading' | 'via' | 'discharge' | 'destination', PaperPort>>
  finance: Record<string, unknown> & { freightCharge?: Record<string, unknown> & { currency?: string } }
  /** What has to be read on the papers: nobody but the writer of the case has worked it out. */
  read: {
    charges: readonly ChargeRow[]
    /** Section, amount, currency, rate, amount in the company's currency. */
    subtotals: readonly (readonly [string, string, string, string, string])[]
    /** Currency, amount, rate, amount in the company's currency; where there are several currencies. */
    currencies?: readonly (readonly [string, string, string, string])[]
    total: string
    bankDetails?: string
    chargeable?: string
    /** What is printed of ports in place of their codes. */
    codes?: Readonly<Record<string, string>>
    /** Below the name and the description of each item: customs' code, dangerous goods; dimensions where they are told. */
    goods?: readonly (readonly string[])[]
    dimensions?: readonly (readonly string[])[]
    volumes?: readonly (readonly string[])[]
    /** Packages, gross weight, unit. */
    items: readonly (readonly [string, string, string])[]
    packages: string
    /** What is chosen from a list, by its words. */
    incoterm?: string
    service?: string
    /** Number, type, seals, packages, cargo weight, volume of each, and their totals. */
    containers?: readonly (readonly string[])[]
    containerTypes?: string
    /** Number, type, seals, VGM, method, day, person. */
    weighed?: readonly (readonly string[])[]
    daysInTransit?: string
    grossWeight: string
    /** Further words and figures that may stand on a paper. */
    further: readonly string[]
    /** On an air waybill that shows its charges. */
    waybillRate?: string
    /** What the check before a document has to say, beside what is blank. */
    told: readonly string[]
  }
}
