import type { Container } from '#contract/containers.ts'
import { id } from './template-source.ts'

/** A container of which nothing is known. */
export const bareContainer: Container = {
  id,
  shipmentId: id,
  number: null,
  sizeType: null,
  seals: null,
  packages: null,
  cargoWeight: null,
  tareWeight: null,
  volume: null,
  vgm: null,
  vgmMethod: null,
  vgmDate: null,
  vgmSignatory: null,
  temperature: null,
  emptyPickedUp: null,
  gatedIn: null,
  loaded: null,
  discharged: null,
  gatedOut: null,
  emptyReturned: null,
  version: 1,
}
