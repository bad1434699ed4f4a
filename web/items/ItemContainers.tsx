import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Container } from '#contract/containers.ts'
import { type ItemContainer, stowedLabels } from '#contract/item-containers.ts'
import type { Item } from '#contract/items.ts'
import { type AmountField, amountFields, leftOf, stowedOf } from '#contract/stowage.ts'
import { useContainers } from '#web/containers/queries.ts'
import { useSetItemContainers, useItemContainers } from '#web/records/item-containers.ts'
import { nameOr, numberText } from '#web/lib/format.ts'
import type { Figure } from '#web/ui/entry/use-number-entry.ts'
import { FoldedGroup } from '#web/ui/form/FoldedGroup.tsx'
import { NumberField } from '#web/ui/form/fields.tsx'
import { LightSelect } from '#web/ui/form/light-inputs.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import './items.css'

const units = { packs: '', grossWeight: 'kg', volume: 'm³' }
const decimals = { packs: 0, grossWeight: 4, volume: 3 }
const nothing = { packs: null, grossWeight: null, volume: null }
const nameOf = ({ number }: Container) => nameOr(number)
const withUnit = (field: AmountField, value: number) => `${numberText(value)} ${units[field]}`.trim()
const words = { packs: 'packs', grossWeight: 'gross weight', volume: 'volume' }

type Part = { containerId: string } & Record<AmountField, Figure>
const figure = (value: Figure) => (typeof value === 'number' ? value : null)

type Props = { jobId: string; item: Item }

/** In which container an item travels, or in which several; nothing where the job has no containers. */
export function ItemContainers({ jobId, item }: Props) {
  const { data: containers = [] } = useContainers(jobId)
  const { data: links } = useItemContainers(jobId)
  if (!links || containers.length === 0) return null
  const own = links.filter(link => link.itemId === item.id)
  return (
    <FoldedGroup title="Containers" isFilled={own.length > 0} isRefused={false}>
      <Choice key={JSON.stringify(own)} jobId={jobId} item={item} containers={containers} links={own} />
    </FoldedGroup>
  )
}

type ChoiceProps = Props & { containers: readonly Container[]; links: readonly ItemContainer[] }

function Choice({ jobId, item, containers, links }: ChoiceProps) {
  const [only] = links
  const isSplit = links.length > 1 || links.some(link => amountFields.some(field => link[field] !== null))
  const [isSplitting, setSplitting] = useState(isSplit)
  const change = useSetItemContainers(jobId)
  const save = async (wanted: Omit<ItemContainer, 'itemId'>[]) => {
    try {
      await change.mutateAsync({ id: item.id, version: item.version, containers: wanted })
    } catch (error) {
      notify.failedBecause('The containers of the item were not changed.', error)
    }
  }
  if (isSplitting)
    return (
      <Split
        item={item}
        containers={containers}
        links={links}
        isSaving={change.isPending}
        save={wanted => void save(wanted)}
      />
    )
  return (
    <>
      <LightSelect
        label="Container"
        description="Of the whole item. It is saved at once."
        disabled={change.isPending}
        value={only?.containerId ?? ''}
        data={[{ value: '', label: '' }, ...containers.map(one => ({ value: one.id, label: nameOf(one) }))]}
        onChange={event => {
          const containerId = event.currentTarget.value
          void save(containerId === '' ? [] : [{ containerId, ...nothing }])
        }}
      />
      {containers.length > 1 && (
        <div className="item-split__button">
          <Button variant="default" onClick={() => setSplitting(true)}>
            Split over containers…
          </Button>
        </div>
      )}
    </>
  )
}

type SplitProps = Omit<ChoiceProps, 'jobId'> & {
  isSaving: boolean
  save: (wanted: Omit<ItemContainer, 'itemId'>[]) => void
}

function Split({ item, containers, links, isSaving, save }: SplitProps) {
  const stowed = stowedOf(item, links)
  const [parts, setParts] = useState<Part[]>(() =>
    containers.map(({ id }) => ({
      containerId: id,
      ...nothing,
      ...stowed.find(link => link.containerId === id),
    })),
  )
  const isKnown = parts.every(part => amountFields.every(field => typeof part[field] !== 'string'))
  const figures = parts.map(part => ({
    containerId: part.containerId,
    packs: figure(part.packs),
    grossWeight: figure(part.grossWeight),
    volume: figure(part.volume),
  }))
  const left = leftOf(item, figures)
  const used = figures.filter(part => amountFields.some(field => part[field] !== null))
  const told = amountFields.flatMap(field => {
    const value = left[field]
    return value === null || value === 0 ? [] : [{ field, value }]
  })
  const over = told.filter(({ value }) => value < 0)
  const rest = told.filter(({ value }) => value > 0)
  return (
    <div className="form-grid__wide item-split">
      {containers.map((container, index) => (
        <fieldset key={container.id} className="item-split__row">
          <legend className="item-split__container">{nameOf(container)}</legend>
          {amountFields.map(field => (
            <NumberField
              key={field}
              label={stowedLabels[field]}
              unit={units[field]}
              decimals={decimals[field]}
              value={parts[index]?.[field] ?? null}
              onChange={value =>
                setParts(before =>
                  before.map((part, at) => (at === index ? { ...part, [field]: value } : part)),
                )
              }
            />
          ))}
        </fieldset>
      ))}
      {over.length > 0 && (
        <p className="field-warning" role="status">
          More than the item has:{' '}
          {over.map(({ field, value }) => `${words[field]} by ${withUnit(field, -value)}`).join(', ')}.
        </p>
      )}
      {rest.length > 0 && (
        <p className="item-note">
          Left: {rest.map(({ field, value }) => `${words[field]} ${withUnit(field, value)}`).join(', ')}.
        </p>
      )}
      <div className="item-split__actions">
        <Button variant="default" disabled={isSaving || !isKnown} onClick={() => save(used)}>
          Save split
        </Button>
        {links.length > 0 && (
          <Button variant="subtle" disabled={isSaving} onClick={() => save([])}>
            In no container
          </Button>
        )}
      </div>
    </div>
  )
}
