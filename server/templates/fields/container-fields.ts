import { type Container, containerLabels as labels, vgmMethods } from '#contract/containers.ts'
import { containerSums } from '#contract/container-sums.ts'
import { sizeTypeLabel, typesText } from '#contract/container-types.ts'
import { sum } from '#contract/decimals.ts'
import { labelOf } from '#contract/choices.ts'
import { cubicMetres, date, kilograms, number, text, unit, type CatalogueField } from './field-group.ts'
import type { StowageTexts } from './stowage-texts.ts'

/** The containers in which a job's cargo travels. */
export type PaperContainers = {
  rows: readonly Container[]
  /**
   * They are those of the master job, which the job's cargo shares with that of other houses: what is in them is more
   * than the job's, so their packages, weights and volume are on no paper of the job.
   */
  areShared: boolean
}

export const noContainers: PaperContainers = { rows: [], areShared: false }

type Entry = {
  container: Container
  position: number
  isShared: boolean
  /** What of the job's items is in it, a line for each. */
  cargo: string
  mayHoldDangerousGoods: boolean
}

const sealsOf = ({ seals }: Container) => (seals ?? []).map(seal => seal.trim()).filter(Boolean)

/** Tare and cargo together, in kilograms; null where one of both is not known. */
const grossWeightOf = ({ tareWeight, cargoWeight }: Container) =>
  tareWeight === null || cargoWeight === null ? null : sum([tareWeight, cargoWeight])

const own =
  <Value>(take: (container: Container) => Value) =>
  ({ container }: Entry) =>
    take(container)
/** What is in the container, which is the job's where it shares it with nobody. */
const ofCargo =
  (take: (container: Container) => number | null) =>
  ({ container, isShared }: Entry) =>
    isShared ? null : take(container)

/** What a row says of one container: weights in kilograms, volume in cubic metres, temperature in degrees Celsius. */
export const containerFields: readonly CatalogueField<Entry>[] = [
  number('Position', 'Position in the list', ({ position }) => position, 'No'),
  text(
    'Number',
    labels.number,
    own(({ number: name }) => name),
    'ContainerNumber',
  ),
  text(
    'Type',
    'Type, such as 40’ HC',
    own(({ sizeType }) => sizeTypeLabel(sizeType)),
  ),
  text(
    'TypeCode',
    'Code of size and type (ISO 6346)',
    own(({ sizeType }) => sizeType),
    'SizeType',
  ),
  text(
    'Seals',
    labels.seals,
    own(container => sealsOf(container).join(', ')),
    'Seal',
  ),
  number(
    'Packages',
    labels.packages,
    ofCargo(container => container.packages),
    'NumberOfPackages',
  ),
  text('Cargo', 'The items in it, a line for each', ({ cargo }) => cargo, 'Items'),
  text('DangerousGoods', '“Yes” where dangerous goods are in it, or may be', ({ mayHoldDangerousGoods }) =>
    mayHoldDangerousGoods ? 'Yes' : '',
  ),
  kilograms(
    'CargoWeight',
    'Cargo weight, kg',
    ofCargo(container => container.cargoWeight),
  ),
  kilograms(
    'Tare',
    'Tare, kg',
    own(({ tareWeight }) => tareWeight),
    'TareWeight',
  ),
  kilograms('GrossWeight', 'Gross weight, tare and cargo, kg', ofCargo(grossWeightOf)),
  unit('WeightUnit', 'Weight unit, always kilograms', () => 'KG'),
  cubicMetres(
    'Volume',
    'Volume, m³',
    ofCargo(container => container.volume),
  ),
  unit('VolumeUnit', 'Volume unit, always cubic metres', () => 'Cubic Meter'),
  kilograms(
    'Vgm',
    'Verified gross mass (VGM), kg',
    own(({ vgm }) => vgm),
  ),
  text(
    'VgmMethod',
    labels.vgmMethod,
    own(({ vgmMethod }) => labelOf(vgmMethods, vgmMethod)),
  ),
  date(
    'VgmDate',
    labels.vgmDate,
    own(({ vgmDate }) => vgmDate),
  ),
  text(
    'VgmSignatory',
    labels.vgmSignatory,
    own(({ vgmSignatory }) => vgmSignatory),
  ),
  number(
    'Temperature',
    'Temperature, °C',
    own(({ temperature }) => temperature),
  ),
  date(
    'EmptyPickedUpOn',
    labels.emptyPickedUp,
    own(container => container.emptyPickedUp),
    'EmptyPickedUp',
  ),
  date(
    'GatedInOn',
    labels.gatedIn,
    own(container => container.gatedIn),
    'GatedIn',
  ),
  date(
    'LoadedOn',
    labels.loaded,
    own(container => container.loaded),
    'Loaded',
  ),
  date(
    'DischargedOn',
    labels.discharged,
    own(container => container.discharged),
    'Discharged',
  ),
  date(
    'GatedOutOn',
    labels.gatedOut,
    own(container => container.gatedOut),
    'GatedOut',
  ),
  date(
    'EmptyReturnedOn',
    labels.emptyReturned,
    own(container => container.emptyReturned),
    'EmptyReturned',
  ),
]

export const containerEntries = (
  { rows, areShared }: PaperContainers,
  { cargoOf, mayHoldDangerousGoods }: Pick<StowageTexts, 'cargoOf' | 'mayHoldDangerousGoods'>,
): Entry[] =>
  rows.map((container, index) => ({
    container,
    position: index + 1,
    isShared: areShared,
    cargo: cargoOf(container.id),
    mayHoldDangerousGoods: mayHoldDangerousGoods(container.id),
  }))

function byType(rows: readonly Container[]) {
  const types = Map.groupBy(rows, ({ sizeType }) => sizeType)
  return typesText([...types].map(([type, all]) => ({ type, count: all.length })))
}

/** Sums over a job's containers: null without any, and those of the cargo where other jobs share the containers. */
export const containerTotalFields: readonly CatalogueField<PaperContainers>[] = [
  number('Count', 'Number of containers', ({ rows }) => (rows.length > 0 ? rows.length : null)),
  text('Types', 'Number and type of containers', ({ rows }) => byType(rows)),
  number('Packages', 'Packages of all containers', ofAll('packages')),
  kilograms('CargoWeight', 'Cargo weight of all containers, kg', ofAll('cargoWeight')),
  kilograms('Tare', 'Tare of all containers, kg', ({ rows }) => containerSums(rows).tareWeight),
  kilograms('GrossWeight', 'Gross weight of all containers, tare and cargo, kg', ({ rows, areShared }) => {
    const weights = rows.map(grossWeightOf)
    return areShared || weights.length === 0 || weights.includes(null) ? null : sum(weights)
  }),
  unit('WeightUnit', 'Weight unit of all containers, always kilograms', unitOf('KG')),
  cubicMetres('Volume', 'Volume of all containers, m³', ofAll('volume')),
  unit('VolumeUnit', 'Volume unit of all containers, always cubic metres', unitOf('Cubic Meter')),
  kilograms('Vgm', 'Verified gross mass of all containers, kg', ({ rows }) => containerSums(rows).vgm),
]

function ofAll(figure: 'packages' | 'cargoWeight' | 'volume') {
  return ({ rows, areShared }: PaperContainers) => (areShared ? null : containerSums(rows)[figure])
}

function unitOf(name: string) {
  return ({ rows }: PaperContainers) => (rows.length > 0 ? name : null)
}

/** “MSKU1234565 / 40' HC / seals ML-1, ML-2”. */
function inOneLine(container: Container): string {
  const seals = sealsOf(container)
  const sealed = seals.length > 0 ? `${seals.length > 1 ? 'seals' : 'seal'} ${seals.join(', ')}` : ''
  return [container.number?.trim(), sizeTypeLabel(container.sizeType).trim(), sealed]
    .filter(Boolean)
    .join(' / ')
}

/** What a job says of its containers in one box. */
export const containersInOneBox: CatalogueField<PaperContainers> = text(
  'ContainersAndSeals',
  'Containers with their types and seals, a line each',
  ({ rows }) => rows.map(inOneLine).filter(Boolean).join('\n'),
)
