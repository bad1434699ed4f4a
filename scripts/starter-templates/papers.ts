import { arrivalNotice } from './arrival-notice.ts'
import { bookingConfirmation } from './booking-confirmation.ts'
import { cargoManifest } from './cargo-manifest.ts'
import { cargoReceipt } from './cargo-receipt.ts'
import { deliveryOrder } from './delivery-order.ts'
import { houseAirWaybill } from './house-air-waybill.ts'
import { houseBill } from './house-bill.ts'
import { packingList } from './packing-list.ts'
import type { Paper } from './paper.ts'
import { preAlert } from './pre-alert.ts'
import { proformaInvoice } from './proforma-invoice.ts'
import { quotation } from './quotation.ts'
import { shippingInstructions } from './shipping-instructions.ts'

/** The papers of a forwarder's day, in the order of a shipment. */
export const papers: readonly Paper[] = [
  quotation,
  bookingConfirmation,
  shippingInstructions,
  cargoReceipt,
  packingList,
  houseBill,
  houseAirWaybill,
  preAlert,
  cargoManifest,
  arrivalNotice,
  deliveryOrder,
  proformaInvoice,
]
