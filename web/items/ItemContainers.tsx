import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Container } from '#contract/containers.ts'
import { type ItemContainer, stowedLabels } from '#contract/item-containers.ts'
import type { Item } from '#contract/items.ts'
import { type AmountField, amountFields, leftOf, stowedOf } from '#contract/stowage.ts'
import { type ContainersOfItems, useContainersOfItems } from '#web/containers/queries.ts'
import { useItemContainers } from '#web/records/item-containers.ts'
import { nameOr, numberText } from '#web/lib/format.ts'
import type { Figure } from '#web/ui/entry/use-number-entry.ts'
import { FoldedGroup } from '#web/ui/form/FoldedGroup.tsx'
import { NumberField } from '#web/ui/form/fields.tsx'
import { LightSelect } from '#web/ui/form/light-inputs.tsx'
import './items.css'

const units = { packs: '', grossWeight: 'kg', volume: 'm³' }
const decimals = { packs: 0, grossWeight: 4, volume: 3 }
const nothing = { packs: null, grossWeight: null, volume: null }
const nameOf = ({ number }: Container) => nameOr(number)
const withUnit = (field: AmountField, value: number) => `${numberText(value)} ${units[field]}`.trim()
const words = { packs: 'packs', grossWeight: 'gross weight', volume: 'volume' }

type Part = { containerId: string } & Record<AmountField, Figure>
const figure = (value: Figure) => (typeof value === 'number' ? value : null)

/** In which containers the item shall travel, once it is saved. */
export type Stowing = {
  containers: Omit<ItemContainer, 'itemId'>[]
  /** A figure is not understood yet. */
  isUnread: boolean
}

type Props = {
  jobId: string
  item: Item
  /** What was chosen and is not saved yet. */
  stowing: Stowing | undefined
  onChange: (stowing: Stowing) => void
}

/** In which container an item travels, or in which several; nothing where neither the job nor its master has any. */
export function ItemContainers({ jobId, item, stowing, onChange }: Props) {
  const known = useContainersOfItems(jobId)
  const { data: links } = useItemContainers(jobId)
  if (!links || !known || known.containers.length === 0) return null
  const own = links.filter(link => link.itemId === item.id)
  return (
    <FoldedGroup title="Containers" isFilled={own.length > 0} isRefused={false}>
      <Choice
        key={JSON.stringify(own)}
        item={item}
        {...known}
        links={stowing?.containers ?? own}
        onChange={onChange}
      />
    </FoldedGroup>
  )
}

type ChoiceProps = Pick<Props, 'item' | 'onChange'> &
  ContainersOfItems & { links: readonly Omit<ItemContainer, 'itemId'>[] }

function Choice({ item, containers, master, links, onChange }: ChoiceProps) {
  const [only] = links
  const isSplit = links.length > 1 || links.some(link => amountFields.some(field => link[field] !== null))
  const [isSplitting, setSplitting] = useState(isSplit)
  const choose = (containerId: string) =>
    onChange({ containers: containerId === '' ? [] : [{ containerId, ...nothing }], isUnread: false })
  if (isSplitting)
    return (
      <Split
        item={item}
        containers={containers}
        master={master}
        links={links}
        onChange={onChange}
        onNone={() => {
          setSplitting(false)
          choose('')
        }}
      />
    )
  return (
    <>
      <LightSelect
        label="Container"
        description={master ? `Of the whole item, from master ${master.jobId}.` : 'Of the whole item.'}
        value={only?.containerId ?? ''}
        data={[{ value: '', label: '' }, ...containers.map(one => ({ value: one.id, label: nameOf(one) }))]}
        onChange={event => choose(event.currentTarget.value)}
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

const figuresOf = (parts: readonly Part[]) =>
  parts.map(part => ({
    containerId: part.containerId,
    packs: figure(part.packs),
    grossWeight: figure(part.grossWeight),
    volume: figure(part.volume),
  }))

function Split({ item, containers, links, onChange, onNone }: ChoiceProps & { onNone: () => void }) {
  const [parts, setParts] = useState<Part[]>(() => {
    const stowed = stowedOf(item, links)
    return containers.map(({ id }) => ({
      containerId: id,
      ...nothing,
      ...stowed.find(link => link.containerId === id),
    }))
  })
  const enter = (index: number, field: AmountField, value: Figure) => {
    const next = parts.map((part, at) => (at === index ? { ...part, [field]: value } : part))
    setParts(next)
    onChange({
      containers: figuresOf(next).filter(part => amountFields.some(one => part[one] !== null)),
      isUnread: next.some(part => amountFields.some(one => typeof part[one] === 'string')),
    })
  }
  const figures = figuresOf(parts)
  const left = leftOf(item, figures)
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
              onChange={value => enter(index, field, value)}
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
        <Button variant="subtle" onClick={onNone}>
          In no container
        </Button>
      </div>
    </div>
  )
}
