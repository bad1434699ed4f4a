import { bareName, nearestOf } from './nearest.ts'

// Whoever has mistaken more names than this is told of no more than these.
const MAX_SUGGESTIONS = 100

/** Finds the field that was probably meant by a name that is none. */
export class Suggestions {
  readonly #names: readonly { name: string; bare: string }[]
  readonly #labels: ReadonlyMap<string, string>
  readonly #isField: (name: string) => boolean
  /** A mistake is often made more than once. */
  readonly #known = new Map<string, string | undefined>()

  constructor(
    names: readonly string[],
    labels: readonly (readonly [label: string, name: string])[],
    isField: (name: string) => boolean,
  ) {
    this.#names = names.map(name => ({ name, bare: bareName(name) }))
    this.#labels = new Map(labels.toReversed().map(([label, name]) => [bareName(label), name]))
    this.#isField = isField
  }

  /** `first` are the names in reach that come before all others, such as those of a list's row. */
  find(name: string, first: readonly string[]): string | undefined {
    const key = `${bareName(name)}\n${first.join('\n')}`
    if (!this.#known.has(key) && this.#known.size < MAX_SUGGESTIONS)
      this.#known.set(key, this.#find(name, first))
    return this.#known.get(key)
  }

  #find(name: string, first: readonly string[]): string | undefined {
    const wanted = bareName(name)
    const meant = TRADE.get(wanted) ?? ofJob(name)
    // What the trade calls so and no field holds is not the field that is spelt alike.
    if (meant?.length === 0) return undefined
    const inTrade = meant?.find(candidate => this.#isField(candidate))
    const own = first.map(candidate => ({ name: candidate, bare: bareName(candidate) }))
    return inTrade ?? this.#labels.get(wanted) ?? nearestOf(wanted, [...own, ...this.#names])
  }
}

/** What the trade calls a thing of the job, with the job's own group before it: “Shipment.Weight”. */
function ofJob(name: string): readonly string[] | undefined {
  const [, rest] = /^(?:shipment|job)[._](.+)$/i.exec(name) ?? []
  const meant = rest === undefined ? undefined : TRADE.get(bareName(rest))
  return meant?.length ? meant : undefined
}

const HOUSE = ['Shipment.Hbl', 'Shipment.HouseBl']
const MASTER = ['Shipment.Mbl', 'Shipment.MasterBl']
const WEIGHT = ['Shipment.GrossWeight']
const PACKAGES = ['Shipment.NumberOfPackages', 'ItemTotals.NumberOfPacks']
const VESSEL = ['Shipment.VesselName', 'Shipment.Vessel']

/** What forwarders write on their papers, without spaces and signs; the first field that there is counts. */
const TRADE: ReadonlyMap<string, readonly string[]> = new Map(
  (
    [
      ['pol portofloading loadport loadingport', ['LoadingPort.Name']],
      ['pod portofdischarge dischargeport', ['DischargePort.Name']],
      ['del placeofdelivery finaldestination destination', ['DestinationPort.Name']],
      ['via viaport transhipment transshipmentport', ['ViaPort.Name']],
      ['hbl housebl houseblno bl blno blnumber billoflading billofladingno billofladingnumber', HOUSE],
      ['hawb hawbno houseairwaybill hblno hblnumber', HOUSE],
      ['mbl mblno masterbl mawb mawbno awb awbno airwaybill masterairwaybill', MASTER],
      ['shipper exporter consignor shippername', ['Shipper.Name']],
      ['consignee importer receiver consigneename', ['Consignee.Name']],
      ['notify notifyname notifyparty notifypartyname', ['NotifyParty.Name', 'Notify.Name']],
      ['containernumber containerno container', ['Containers.Number', 'Container.Number']],
      ['sealnumber sealno seal', ['Containers.Seal', 'Containers.SealNumber']],
      ['carrier shippingline airline', ['Carrier.Name']],
      ['agent destinationagent deliveryagent', ['Agent.Name']],
      ['vessel ship vesselvoyage oceanvessel flight flightno', VESSEL],
      ['sailingdate sailson departure departuredate', ['Shipment.Etd']],
      ['arrival arrivaldate', ['Shipment.Eta']],
      ['goods descriptionofgoods commodity natureofgoods', ['Quote.Commodity']],
      ['gw grossweight grosswt weight', WEIGHT],
      ['nw netweight netwt', ['Shipment.NetWeight']],
      ['cbm measurement volume m3', ['Shipment.Volume']],
      ['packages noofpackages numberofpackages pkgs packs', PACKAGES],
      ['job jobno jobnumber jobid file fileno ourref ourreference reference', ['Shipment.JobId']],
      ['date issuedate dateofissue', ['Today']],
      ['incoterm incoterms termsofdelivery', ['Quote.QuoteType']],
      ['total amountdue grandtotal totalamount', ['Finance.Total']],
      ['freight freightamount oceanfreight airfreight', ['FreightCharge.Total']],
      ['invoiceno invoicenumber', ['Numbers.Invoice']],
      ['proformano proformanumber proformainvoiceno proformainvoicenumber', ['Numbers.ProformaInvoice']],
      ['bookingno bookingnumber', ['Numbers.Booking']],
      ['customer client', ['Customer.Name']],
      ['phone phoneno telephone tel', ['Company.Telephone']],
      ['duedate paymentdue', []],
      ['currency', ['Finance.Currency']],
      ['company companyname', ['Company.Name']],
      ['logo', ['Company.Logo']],
    ] as const
  ).flatMap(([words, fields]) => words.split(' ').map(word => [word, fields] as const)),
)
