import type { Job } from '#contract/jobs.ts'
import type { Caller } from './factories.ts'

/** Makes a job a house of a master that differs from it in all that a house could take: it keeps what it has and has not. */
export async function joinWithOwnValues(
  { call }: Pick<Caller, 'call'>,
  id: string,
  masterShipmentId: string | undefined,
): Promise<void> {
  const { body: own } = await call<Job>('GET', `/api/shipment/${id}?stakeholder=true`)
  await call('PUT', '/api/shipment', { id, masterShipmentId })
  const { vesselName, vesselFlag, voyage, etd, eta, atd, ata, onBoardDate, mbl, quote, shipmentCarriers } =
    own
  const { loadingPortId, viaPortId, dischargePortId, destinationPortId } = quote
  await call('PUT', '/api/shipment', {
    id,
    ...{ vesselName, vesselFlag, voyage, etd, eta, atd, ata, onBoardDate, mbl },
    quote: { loadingPortId, viaPortId, dischargePortId, destinationPortId },
    shipmentCarriers: shipmentCarriers.map(({ carrierId }) => ({ carrierId })),
  })
}
