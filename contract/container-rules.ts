import { numberWarning, tidyContainerNumber } from './container-number.ts'
import {
  containerTypeOf,
  looksLikeSizeType,
  nearestSizeType,
  sizeTypeLabel,
  sizeTypeOf,
} from './container-types.ts'
import type { Container } from './containers.ts'
import { multiply, round, sum } from './decimals.ts'

/** What the rules look at. */
type Weighed = Pick<Container, 'number' | 'sizeType' | 'cargoWeight' | 'tareWeight' | 'vgm' | 'vgmMethod'>

/** What is odd about a field of a container. It is said beside the field and stops nobody. */
export type ContainerWarning = {
  field: keyof Weighed
  text: string
  /** What one click changes to put it right. */
  cure?: { label: string; values: Partial<Weighed> }
}

const kilograms = (figure: number) => `${figure.toLocaleString('en', { maximumFractionDigits: 4 })} kg`

/** Which numbers several of the containers have, as they stand on the door. */
export function repeatedNumbers(containers: readonly Pick<Container, 'number'>[]): string[] {
  const numbers = containers.map(({ number }) => tidyContainerNumber(number ?? '')).filter(Boolean)
  return [...new Set(numbers.filter((number, index) => numbers.indexOf(number) !== index))]
}

function ofRepetition({ number }: Weighed, repeated: ReadonlySet<string>): ContainerWarning[] {
  const tidy = tidyContainerNumber(number ?? '')
  if (!repeated.has(tidy)) return []
  return [
    { field: 'number', text: `${tidy} is on this job more than once. Compare the number with the papers.` },
  ]
}

function ofNumber({ number }: Weighed): ContainerWarning[] {
  const warning = numberWarning(number)
  if (!warning) return []
  const { text, cure } = warning
  if (cure === undefined) return [{ field: 'number', text }]
  return [{ field: 'number', text, cure: { label: `Use ${cure}`, values: { number: cure } } }]
}

function ofType({ sizeType }: Weighed): ContainerWarning[] {
  if (sizeType === null || sizeType.trim() === '' || containerTypeOf(sizeType)) return []
  const code = sizeTypeOf(sizeType)
  if (code !== null) {
    const label = `Use ${code} (${sizeTypeLabel(code)})`
    const text = `${sizeType} is not the code of ISO 6346 for a ${sizeTypeLabel(code)}.`
    return [{ field: 'sizeType', text, cure: { label, values: { sizeType: code } } }]
  }
  const nearest = nearestSizeType(sizeType)
  if (nearest !== null) {
    const label = `Use ${nearest} (${sizeTypeLabel(nearest)})`
    const text = `“${sizeType}” is no code of ISO 6346; ${nearest} is.`
    return [{ field: 'sizeType', text, cure: { label, values: { sizeType: nearest } } }]
  }
  if (looksLikeSizeType(sizeType)) return []
  return [{ field: 'sizeType', text: `“${sizeType}” is no code of ISO 6346, such as 22G1, 45G1 or 45R1.` }]
}

/** The international pound, exactly. */
export const KILOGRAMS_IN_A_POUND = 0.45359237

/** By the container's own tare where it is known: the plate gives the gross weight. */
function ofPayload({ sizeType, cargoWeight, tareWeight }: Weighed): ContainerWarning[] {
  const type = containerTypeOf(sizeType)
  if (!type || cargoWeight === null) return []
  const payload = sum([type.maximumGross, -(tareWeight ?? type.tare)])
  if (cargoWeight <= payload) return []
  const said = `A ${type.label} usually carries at most ${kilograms(payload)}.`
  const cured = (text: string, weight: number): ContainerWarning[] => [
    {
      field: 'cargoWeight',
      text: `${said} ${text}`,
      cure: { label: `Use ${kilograms(weight)}`, values: { cargoWeight: weight } },
    },
  ]
  const withoutTare = sum([cargoWeight, -(tareWeight ?? type.tare)])
  if (withoutTare <= payload)
    return cured('Is this the gross weight? Without the tare it fits; or split the cargo.', withoutTare)
  const fromPounds = round(multiply(cargoWeight, KILOGRAMS_IN_A_POUND), 1)
  if (fromPounds <= payload) return cured('Are these pounds?', fromPounds)
  return [
    {
      field: 'cargoWeight',
      text: `${said} Split the cargo over more containers, or compare with the plate on its door.`,
    },
  ]
}

function ofVgm({ vgm, vgmMethod, cargoWeight, tareWeight }: Weighed): ContainerWarning[] {
  if (vgm === null || cargoWeight === null || tareWeight === null) return []
  const least = sum([cargoWeight, tareWeight])
  if (vgm >= least) return []
  const text = `The VGM is below tare and cargo together: ${kilograms(least)}.`
  // What was weighed is weighed again, or the cargo's figures are wrong.
  if (vgmMethod === 1) return [{ field: 'vgm', text }]
  const label = `Use ${kilograms(least)}`
  return [{ field: 'vgm', text, cure: { label, values: { vgm: least } } }]
}

const noNumbers: ReadonlySet<string> = new Set()

/** What is odd about a container, in the order of its fields; `repeated` are numbers that another one of the job has. */
export const containerWarnings = (
  container: Weighed,
  repeated: ReadonlySet<string> = noNumbers,
): ContainerWarning[] => [
  ...ofNumber(container),
  ...ofRepetition(container, repeated),
  ...ofType(container),
  ...ofPayload(container),
  ...ofVgm(container),
]
