/** A row of the charges as it has to be read: section, charge, amount, currency, rate, amount in the company's currency. */
type ChargeRow = readonly [string, string, string, string, string, string]

export type PaperCase = {
  currency: string
  job: Record<string, unknown>
  quote: Record<string, unknown>
  items: Record<string, unknown>[]
  parties: Partial<Record<'shipper' | 'consignee', Record<string, unknown>>>
  ports?: { loading: Record<string, string>; destination: Record<string, string> }
  finance: Record<string, unknown>
  /** What has to be read on the papers: nobody but the writer of the case has worked it out. */
  read: {
    charges: readonly ChargeRow[]
    /** Section, amount, currency, rate, amount in the company's currency. */
    subtotals: readonly (readonly [string, string, string, string, string])[]
    total: string
    /** Packages, gross weight, unit. */
    items: readonly (readonly [string, string, string])[]
    packages: string
    grossWeight: string
    /** Further words and figures that may stand on a paper. */
    further: readonly string[]
    /** What the check before a document has to say, beside what is blank. */
    told: readonly string[]
  }
}
