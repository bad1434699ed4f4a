import { chargeLines, type ChargeSection } from '#contract/finance-sections.ts'
import { unbroken } from '#server/word/language/unit-signs.ts'

/** What papers call charges whose label on the screen is short for the people who enter them. */
const onPapers: Readonly<Record<string, string>> = {
  pickUp: 'Pick-up',
  customClearance: 'Customs clearance',
  portCharges: 'Port charges',
  blfee: 'Bill of lading fee',
  otherCharges: 'Other charges',
  fsc: 'Fuel surcharge (FSC)',
  ssc: 'Security surcharge (SSC)',
  minimumAirCharges: 'Minimum air freight',
  minus45: `Under ${unbroken('45 kg')}`,
  plus45: `${unbroken('45 kg')} and over`,
  plus100: `${unbroken('100 kg')} and over`,
  plus250: `${unbroken('250 kg')} and over`,
  plus300: `${unbroken('300 kg')} and over`,
  plus500: `${unbroken('500 kg')} and over`,
  plus1000: `${unbroken('1,000 kg')} and over`,
  otherAirCharges: 'Other air charges',
  otherFreightCharges: 'Other freight charges',
  deliveryOrder: 'Delivery order',
  yardDocumentation: 'Yard documentation',
  otherDestinationCharges: 'Other destination charges',
}

/** A charge's name as a forwarder writes it for customers. */
export function chargeName(section: ChargeSection, line: string): string {
  const labels: Readonly<Record<string, string>> = chargeLines[section]
  return onPapers[line] ?? labels[line] ?? line
}
