import { arrivalNotice } from './arrival-notice.ts'
import { deliveryOrder } from './delivery-order.ts'
import { houseBillOfLading } from './house-bill.ts'

/** Realistic templates for tests, journeys and benchmarks, by the file name a forwarder would give them. */
export function sampleTemplates(): ReadonlyMap<string, Buffer> {
  return new Map([
    ['House Bill of Lading.dotx', houseBillOfLading()],
    ['Arrival Notice.dotx', arrivalNotice()],
    ['Delivery Order.dotx', deliveryOrder()],
  ])
}
