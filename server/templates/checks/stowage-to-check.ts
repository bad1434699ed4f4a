import { sum } from '#contract/decimals.ts'
import type { MissingValue } from '#contract/generation.ts'
import { containerLabels } from '#contract/containers.ts'
import {
  type AmountField,
  amountFields,
  amountsOfItem,
  figureOfAmount,
  stowageDifferences,
  stowedByContainer,
  sumsOfSplit,
} from '#contract/stowage.ts'
import type { TemplateSource } from '#server/templates/fields/catalogue.ts'
import { figureWithUnit } from '#server/templates/fields/measures.ts'

type ToCheck = Omit<MissingValue, 'templateIds'>

/** What papers print each figure by: of the containers, and of an item's part in each. */
const printedBy: Readonly<Record<AmountField, readonly string[]>> = {
  packs: ['Items.Containers', 'Containers.Cargo', 'Containers.Packages', 'ContainerTotals.Packages'],
  grossWeight: ['Containers', 'ContainerTotals'].flatMap(one => [`${one}.CargoWeight`, `${one}.GrossWeight`]),
  volume: ['Containers.Volume', 'ContainerTotals.Volume'],
}

const units: Readonly<Record<AmountField, string | null>> = {
  packs: null,
  grossWeight: 'KG',
  volume: 'Cubic Meter',
}
const amount = (field: AmountField, figure: number) =>
  `${figureWithUnit(figure, units[field])}${field === 'packs' ? (figure === 1 ? ' pack' : ' packs') : ''}`

const MOST_NAMED = 3

/** Several of one kind in one sentence: a job may have hundreds. */
function inOneSentence(told: readonly string[], more: string): string {
  const left = told.length - MOST_NAMED
  return [...told.slice(0, MOST_NAMED), ...(left > 0 ? [`${left} more ${more}`] : [])].join('; ')
}

/** Figures of containers and of the items in them that contradict each other, for papers that print either. */
export function stowageToCheck(printed: ReadonlySet<string>, source: TemplateSource): ToCheck[] {
  // What is in a container that other jobs share is on no paper of this one.
  if (source.containers.areShared) return []
  return amountFields
    .filter(field => printedBy[field].some(name => printed.has(name)))
    .flatMap(field => [...ofContainers(field, source), ...ofItems(field, source)])
}

const toldOf = (field: AmountField, told: readonly string[], more: string): ToCheck[] =>
  told.length === 0
    ? []
    : [
        {
          label: `Containers: ${containerLabels[figureOfAmount[field]]}`,
          message: inOneSentence(told, more),
          place: { screen: 'items' },
        },
      ]

function ofContainers(field: AmountField, { job, containers, itemContainers }: TemplateSource): ToCheck[] {
  const stowed = stowedByContainer(job.items, itemContainers)
  const told = containers.rows.flatMap((container, index) => {
    const own = container[figureOfAmount[field]]
    const difference = stowageDifferences(container, stowed.get(container.id)).find(
      one => one.field === field,
    )
    if (own === null || !difference) return []
    const name = container.number?.trim() || `${index + 1}`
    return [
      `Container ${name} has ${amount(field, own)}; the items in it come to ${amount(field, difference.ofItems)}`,
    ]
  })
  return toldOf(field, told, 'containers differ from their items')
}

function ofItems(field: AmountField, { job, itemContainers }: TemplateSource): ToCheck[] {
  const byItem = Map.groupBy(itemContainers, link => link.itemId)
  const told = job.items.flatMap((item, index) => {
    const links = byItem.get(item.id) ?? []
    const [whole, split] = [amountsOfItem(item)[field], sumsOfSplit(links)[field]]
    if (whole === null || split === null) return []
    const left = sum([whole, -split])
    // Of a part nobody has said how much it is.
    const isOpen = links.some(link => link[field] === null)
    if (left === 0 || (left > 0 && isOpen)) return []
    const start = `${item.name?.trim() ? `“${item.name.trim()}”` : `Item ${index + 1}`} has ${amount(field, whole)}`
    return left > 0
      ? [
          `${start}; ${amount(field, left)} of it ${field === 'packs' && left !== 1 ? 'are' : 'is'} in no container`,
        ]
      : [`${start}; its containers are said to have ${amount(field, split)} of it`]
  })
  return toldOf(field, told, 'items differ from their containers')
}
