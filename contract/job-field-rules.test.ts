import { describe, expect, test } from 'vitest'
import { Direction, LoadType, TransportMode } from './choices.ts'
import { appliesTo, type JobKind, jobFieldRules, placeOfField } from './job-field-rules.ts'
import { type JobField, jobFieldLabels } from './job-fields.ts'
import { keysOf } from './typed-objects.ts'

const fields = keysOf(jobFieldLabels)
const { air, road, sea } = TransportMode
const unknown: JobKind = { transportMode: null, direction: null, loadType: null }
const fclExport: JobKind = { transportMode: sea, direction: Direction.export, loadType: LoadType.fcl }
const airImport: JobKind = { transportMode: air, direction: Direction.import, loadType: null }

const kinds: JobKind[] = [null, air, road, sea].flatMap(transportMode =>
  [null, Direction.import, Direction.export].flatMap(direction =>
    [null, LoadType.fcl, LoadType.lcl].map(loadType => ({ transportMode, direction, loadType })),
  ),
)
/** Offered by their names, whatever is known of the job. */
const waybillCharges: JobField[] = [
  'waybillCharges',
  'rateClass',
  'waybillRate',
  'valuationCharge',
  'waybillTax',
  'chargesDueAgent',
  'chargesDueCarrier',
]
const onDemand: JobField[] = [
  'vesselFlag',
  'placeOfReceipt',
  'placeOfDelivery',
  'incoterm',
  'incotermPlace',
  'freightPayment',
  'freightPayableAt',
  'originals',
  'placeOfIssue',
  'dateOfIssue',
  'onBoardDate',
  'service',
  'atd',
  'ata',
  'freeDays',
  'documentsCutOff',
  'vgmCutOff',
  'cargoCutOff',
  'validUntil',
  'receivedAtCfs',
  'handlingInformation',
  'valueForCarriage',
  'valueForCustoms',
  'insuranceAmount',
  ...waybillCharges,
  'emptyDepot',
  'containerTerminal',
  'releaseValidUntil',
  'attachedDocuments',
]
const notOfFclExport = [
  'receivedAtCfs',
  'valueForCarriage',
  'valueForCustoms',
  ...waybillCharges,
  'releaseValidUntil',
]
const inPlace = (place: string, kind: JobKind) => fields.filter(field => placeOfField(field, kind) === place)

describe('the fields of a job', () => {
  test('are all shown as long as nothing is known of the job, but for those that are filled in on demand', () => {
    expect(inPlace('shown', unknown)).toEqual(fields.filter(field => !onDemand.includes(field)))
    expect(inPlace('offered', unknown)).toEqual(onDemand)
  })

  test('of a full container for export', () => {
    expect(inPlace('excluded', fclExport)).toEqual([
      'documentsReceivedDate',
      'igm',
      'indexNumber',
      'shedNumber',
      'dopubtco',
      ...notOfFclExport,
    ])
    expect(inPlace('offered', fclExport)).toEqual([
      'vesselFlag',
      'sisttao',
      'dettco',
      'dsttco',
      ...onDemand.filter(field => field !== 'vesselFlag' && !notOfFclExport.includes(field)),
      'masterShipmentId',
      'quote.viaPortId',
    ])
  })

  test('of an import by air', () => {
    expect(inPlace('excluded', airImport)).toEqual([
      'vesselName',
      'vesselFlag',
      'originals',
      'onBoardDate',
      'service',
      'documentsCutOff',
      'vgmCutOff',
      'cargoCutOff',
      'receivedAtCfs',
      'emptyDepot',
      'containerTerminal',
      'quote.clType',
    ])
    expect(inPlace('offered', airImport)).toEqual([
      'sisttao',
      'netWeight',
      'documentsReceivedDate',
      'dettco',
      'dsttco',
      'igm',
      'indexNumber',
      'shedNumber',
      'dopubtco',
      ...onDemand.filter(
        field =>
          !/^(vesselFlag|originals|onBoardDate|service|receivedAtCfs|emptyDepot|containerTerminal|.*CutOff)$/.test(
            field,
          ),
      ),
      'quote.viaPortId',
    ])
  })

  test.each(kinds)('in every kind are shown, offered or excluded: %o', kind => {
    const isAirOrRoad = kind.transportMode === air || kind.transportMode === road
    expect(appliesTo('quote.clType', kind)).toBe(!isAirOrRoad)
    expect(appliesTo('vesselName', kind)).toBe(!isAirOrRoad)
    const isExport = kind.direction === Direction.export
    const isRoad = kind.transportMode === road
    expect(appliesTo('voyage', kind)).toBe(!isRoad)
    expect(appliesTo('documentsReceivedDate', kind)).toBe(!isExport)
    for (const field of ['igm', 'indexNumber', 'shedNumber', 'dopubtco'] as const)
      expect(appliesTo(field, kind)).toBe(!isExport && !isRoad)
    const isImport = kind.direction === Direction.import
    expect(appliesTo('documentsCutOff', kind)).toBe(!isImport)
    expect(appliesTo('cargoCutOff', kind)).toBe(!isImport)
    expect(appliesTo('vgmCutOff', kind)).toBe(!isImport && !isAirOrRoad)
    // A load type that was chosen before the mode became air or road says nothing.
    const isFull = kind.loadType === LoadType.fcl && !isAirOrRoad
    expect(placeOfField('masterShipmentId', kind)).toBe(isFull ? 'offered' : 'shown')
    for (const field of fields)
      if (!jobFieldRules[field]) expect(placeOfField(field, kind), field).toBe('shown')
  })

  test('are only ever left out by what is known: more knowledge brings no field back', () => {
    const known = (kind: JobKind, one: JobKind) =>
      (['transportMode', 'direction', 'loadType'] as const).every(
        part => kind[part] === null || kind[part] === one[part],
      )
    const offeredOrOut = (kind: JobKind): JobField[] =>
      fields.filter(one => placeOfField(one, kind) !== 'shown')
    for (const less of kinds.filter(({ loadType }) => loadType === null))
      for (const more of kinds.filter(kind => known(less, kind)))
        expect(offeredOrOut(more)).toEqual(expect.arrayContaining(offeredOrOut(less)))
  })
})
