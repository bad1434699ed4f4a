import { dimensionUnits, hazardClasses, labelOf, packingGroups, yesOrNo } from '#contract/choices.ts'
import { packingModeChoices, weightUnits } from '#contract/choices.ts'
import { volumeOfItem } from '#contract/item-rules.ts'
import { type Item, itemLabels } from '#contract/items.ts'
import { type CatalogueField, cubicMetres, kilograms, number, text, unit } from './field-group.ts'
import { packaging } from './packaging.ts'

const YES = 1
const figures = new Intl.NumberFormat('en', { maximumFractionDigits: 4 })
/** Centimetres where nobody chose a unit. */
const dimensionUnit = (item: Item) => labelOf(dimensionUnits, item.dimensionUnit ?? 0)

/** “3 × 120 × 80 × 95 cm”: packs, then length, width and height of each; blank where nothing was measured. */
export function dimensionsText(item: Item): string | null {
  const { numberOfPacks, length, width, height } = item
  const measured = [length, width, height]
  if (measured.every(one => one === null)) return null
  const [packs, ...sides] = [numberOfPacks, ...measured].map(one =>
    one === null ? '–' : figures.format(one),
  )
  // A narrow column breaks it between two figures, and never within one.
  const figuresAndUnit = [...(numberOfPacks === null ? [] : [packs]), ...sides].join(' ×\u00a0')
  return `${figuresAndUnit}\u00a0${dimensionUnit(item)}`
}

/** “UN1263”; the numbers of goods that only IATA lists begin with ID (8000, consumer commodity). */
export const unNumberText = (unNumber: string | null): string | null =>
  unNumber && `${unNumber === '8000' ? 'ID' : 'UN'}${unNumber}`

/** The IMDG Code has a flashpoint told up to here. */
const TOLD_FLASHPOINT = 60
const flashpointText = ({ flashpoint }: Item): string =>
  flashpoint === null || flashpoint > TOLD_FLASHPOINT
    ? ''
    : `(${figures.format(flashpoint)}\u00a0°C\u00a0c.c.)`

/** What follows the class: goods without a UN number are no dangerous goods, whatever they flash at. */
const furtherDangers = (item: Item): string[] =>
  item.unNumber
    ? [
        flashpointText(item),
        item.marinePollutant === YES ? 'MARINE POLLUTANT' : '',
        item.limitedQuantity === YES ? 'LIMITED QUANTITY' : '',
      ]
    : []

/**
 * Number, proper shipping name, class and packing group, in the order of the IMDG Code (5.4.1.4.2), then the flashpoint
 * up to 60 °C closed cup, marine pollutant and limited quantity (5.4.1.4.3), with commas: “UN1263, PAINT, 3, II”,
 * “UN1263, PAINT, 3, III, (38 °C c.c.), MARINE POLLUTANT, LIMITED QUANTITY”.
 */
export const dangerousGoodsText = (item: Item): string =>
  [
    unNumberText(item.unNumber),
    item.properShippingName?.trim().toUpperCase(),
    labelOf(hazardClasses, item.hazardClass),
    labelOf(packingGroups, item.packingGroup),
    ...furtherDangers(item),
  ]
    .filter(Boolean)
    .join(', ')

/** An item as a row of a paper. */
export type ItemEntry = Item & {
  number: number
  /** In which containers it travels, as a text. */
  containers: string
  /** In kilograms. */
  chargeable: number | null
}

export const itemFields: readonly CatalogueField<ItemEntry>[] = [
  number('Number', 'Position in the list', item => item.number, 'No'),
  text('Name', itemLabels.name, item => item.name),
  text('Description', itemLabels.description, item => item.description),
  number('Quantity', itemLabels.quantity, item => item.quantity),
  text(
    'PackingMode',
    itemLabels.modeOfPacking,
    item => labelOf(packingModeChoices, item.modeOfPacking),
    'ModeOfPacking',
  ),
  text('Packaging', 'Packing mode, in the singular for one', item =>
    packaging(labelOf(packingModeChoices, item.modeOfPacking), item.numberOfPacks),
  ),
  number('GrossWeight', itemLabels.grossWeight, item => item.grossWeight),
  number('NetWeight', itemLabels.netWeight, item => item.netWeight),
  unit('WeightUnit', itemLabels.weightUnit, item => labelOf(weightUnits, item.weightUnit)),
  number('NumberOfPacks', itemLabels.numberOfPacks, item => item.numberOfPacks),
  text('MarksAndNumbers', itemLabels.marksAndNumbers, item => item.marksAndNumbers, 'Marks'),
  text('HsCode', itemLabels.hsCode, item => item.hsCode),
  number('Length', itemLabels.length, item => item.length),
  number('Width', itemLabels.width, item => item.width),
  number('Height', itemLabels.height, item => item.height),
  unit('DimensionUnit', itemLabels.dimensionUnit, item =>
    [item.length, item.width, item.height].some(one => one !== null) ? dimensionUnit(item) : '',
  ),
  text('Dimensions', 'Packs × length × width × height', dimensionsText),
  cubicMetres('Volume', itemLabels.volume, item => volumeOfItem(item).volume),
  unit('VolumeUnit', 'Volume unit', item => (volumeOfItem(item).volume === null ? '' : 'Cubic Meter')),
  kilograms('ChargeableWeight', 'Chargeable weight by the job’s mode, kg', item => item.chargeable),
  text('Containers', 'Containers, with the packs in each', item => item.containers, 'Container'),
  text('UnNumber', itemLabels.unNumber, item => item.unNumber),
  text('HazardClass', itemLabels.hazardClass, item => labelOf(hazardClasses, item.hazardClass), 'ImoClass'),
  text('PackingGroup', itemLabels.packingGroup, item => labelOf(packingGroups, item.packingGroup)),
  text('ProperShippingName', itemLabels.properShippingName, item => item.properShippingName),
  number('Flashpoint', itemLabels.flashpoint, item => item.flashpoint),
  text('MarinePollutant', itemLabels.marinePollutant, item => labelOf(yesOrNo, item.marinePollutant)),
  text('LimitedQuantity', itemLabels.limitedQuantity, item => labelOf(yesOrNo, item.limitedQuantity)),
  text(
    'DangerousGoods',
    'UN number, name, class, packing group, flashpoint, marine pollutant, limited quantity',
    dangerousGoodsText,
  ),
]
