import { cubicMetersIn, kilogramsIn } from '#contract/units.ts'
import { packageKindOf } from '#contract/packing-modes.ts'
import type { Counted } from '#contract/counted.ts'
import type { Measure } from '#web/ui/entry/units-behind.ts'

const named = (words: string, unit: number) => Object.fromEntries(words.split(' ').map(word => [word, unit]))
/** Weights, kept in kilograms or tons. */
export const weightMeasure: Measure = {
  units: {
    ...named('kg kgs kgm kilo kilos kilogram kilograms', 0),
    ...named('t to ton tons tonne tonnes mt', 1),
  },
  factors: kilogramsIn,
  unitColumn: 'weightUnit',
  sharing: ['grossWeight', 'netWeight'],
  kept: 'kg or t',
}
/** Weights that are kept in kilograms alone. */
export const kilogramMeasure: Measure = {
  units: weightMeasure.units,
  factors: kilogramsIn,
  sharing: [],
  kept: 'kg or t',
}
const CENTIMETRES_IN_AN_INCH = 2.54
/** Of a package, in centimetres or inches. */
export const dimensionMeasure: Measure = {
  units: {
    ...named('cm cms centimeter centimeters centimetre centimetres', 0),
    ...named('in inch inches', 1),
  },
  factors: [1, CENTIMETRES_IN_AN_INCH],
  unitColumn: 'dimensionUnit',
  sharing: ['length', 'width', 'height'],
  kept: 'cm or in',
}
/** Volumes that are kept in cubic metres alone. */
export const cubicMetreMeasure: Measure = {
  units: named('m3 m³ cbm', 0),
  factors: cubicMetersIn,
  sharing: [],
  kept: 'm³',
}

/** In degrees Celsius alone, closed cup. */
export const flashpointMeasure: Measure = {
  units: { ...named('c °c ºc celsius', 0), '°c c.c': 0, '°c cc': 0, 'c c.c': 0 },
  factors: [1],
  sharing: [],
  kept: '°C',
}

/** Of a job, in cubic metres or cubic feet. */
export const volumeMeasure: Measure = {
  units: {
    ...named('m3 m³ cbm', 0),
    ...named('ft3 ft³ cft cbf', 1),
  },
  factors: cubicMetersIn,
  unitColumn: 'volumeUnit',
  sharing: [],
  kept: 'm³ or ft³',
}

/** Packages, whose kind may stand behind their number. */
export const countedPackages: Counted = { kindOf: packageKindOf }
