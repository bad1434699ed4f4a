import { arrivalNotice } from './arrival-notice.ts'
import { bookingConfirmation } from './booking-confirmation.ts'
import { cargoManifest } from './cargo-manifest.ts'
import { cargoReceipt } from './cargo-receipt.ts'
import { consignmentNote } from './consignment-note.ts'
import { dangerousGoodsNote } from './dangerous-goods-note.ts'
import { deliveryOrder } from './delivery-order.ts'
import { houseAirWaybill } from './house-air-waybill.ts'
import { houseBill } from './house-bill.ts'
import { letterOfInstruction } from './letter-of-instruction.ts'
import { packingList } from './packing-list.ts'
import type { Paper } from './paper.ts'
import { preAlert } from './pre-alert.ts'
import { proformaInvoice } from './proforma-invoice.ts'
import { proofOfDelivery } from './proof-of-delivery.ts'
import { quotation } from './quotation.ts'
import { seaWaybill } from './sea-waybill.ts'
import { shippingInstructions } from './shipping-instructions.ts'
import { vgmDeclaration } from './vgm-declaration.ts'

/** The papers of a forwarder's day, in the order of a shipment. */
export const papers: readonly Paper[] = [
  quotation,
  bookingConfirmation,
  letterOfInstruction,
  shippingInstructions,
  cargoReceipt,
  packingList,
  vgmDeclaration,
  dangerousGoodsNote,
  houseBill,
  seaWaybill,
  houseAirWaybill,
  consignmentNote,
  preAlert,
  cargoManifest,
  arrivalNotice,
  deliveryOrder,
  proofOfDelivery,
  proformaInvoice,
]
