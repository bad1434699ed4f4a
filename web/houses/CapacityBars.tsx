import { Link } from '@tanstack/react-router'
import { type Capacity, capacityOf } from '#contract/container-capacity.ts'
import { typesText } from '#contract/container-types.ts'
import type { Container } from '#contract/containers.ts'
import type { HouseSums } from '#contract/house-sums.ts'
import { countText, numberText } from '#web/lib/format.ts'

const WHOLE = 100

type Fill = { label: string; unit: string; used: number | null; room: number; leftOut: number }

const typesOf = (containers: readonly Container[]) => {
  const counts = new Map<string | null, number>()
  for (const { sizeType } of containers) counts.set(sizeType, (counts.get(sizeType) ?? 0) + 1)
  return typesText([...counts].map(([type, count]) => ({ type, count })))
}

/** How much of the master's containers the houses fill, by volume and by weight. */
export function CapacityBars({
  masterId,
  containers,
  sums,
}: {
  masterId: string
  containers: readonly Container[]
  sums: HouseSums
}) {
  if (containers.length === 0)
    return (
      <p className="house-capacity__hint">
        No containers yet: add them under{' '}
        <Link to="/webapp/shipment/items" search={{ id: masterId }}>
          Items
        </Link>{' '}
        to see how full they are.
      </p>
    )
  const capacity: Capacity = capacityOf(containers)
  const fills: readonly Fill[] = [
    {
      ...{ label: 'Volume', unit: 'm³', used: sums.cubicMetres },
      ...{ room: capacity.cubicMetres, leftOut: capacity.withoutVolume },
    },
    {
      ...{ label: 'Weight', unit: 'kg', used: sums.kilograms },
      ...{ room: capacity.kilograms, leftOut: capacity.withoutPayload },
    },
  ]
  return (
    <section className="house-capacity" aria-label="Capacity of the containers">
      <p className="house-capacity__types">{typesOf(containers)}</p>
      {fills.map(fill => (
        <FillBar key={fill.label} {...fill} />
      ))}
    </section>
  )
}

function FillBar({ label, unit, used, room, leftOut }: Fill) {
  if (room === 0)
    return (
      <p className="house-capacity__fill">
        {label}: {used === null ? '–' : `${numberText(used)} ${unit}`}. How much the containers take is not
        known.
      </p>
    )
  const filled = used ?? 0
  const percent = Math.round((filled / room) * WHOLE)
  const isOver = filled > room
  const over = isOver ? ` ${numberText(filled - room, { most: 2 })} ${unit} too much.` : ''
  const without = leftOut > 0 ? ` ${countText(leftOut, 'container')} of unknown capacity left out.` : ''
  return (
    <div className={`house-capacity__fill${isOver ? ' house-capacity__fill--over' : ''}`}>
      <p>
        {label}: {numberText(filled)} of {numberText(room)} {unit} ({percent} %).{over}
        {without}
      </p>
      <progress
        className="house-capacity__bar"
        aria-label={`${label} used`}
        value={Math.min(filled, room)}
        max={room}
      />
    </div>
  )
}
