import { airExport } from './air-export.ts'
import { consolidation } from './consolidation.ts'
import { fclExport } from './fcl-export.ts'
import { fclImport } from './fcl-import.ts'
import { houses } from './houses.ts'
import { road } from './road.ts'
import type { Sample } from './sample.ts'

/** Five jobs as a forwarder keeps them, the consolidation with its three houses; a master before its houses. */
export const samples: readonly Sample[] = [fclExport, fclImport, consolidation, ...houses, airExport, road]

export const isMaster = ({ key }: Sample): boolean => samples.some(({ master }) => master === key)
