import { Direction, JobStatus, TransportMode } from '#contract/choices.ts'
import type { Dice } from './dice.ts'
import type { Lane } from './lanes.ts'

const DAY = 86_400_000
/** Days between a cargo's arrival and the end of the work on it, and of its file. */
const DONE_AFTER = 8
const CLOSED_AFTER = 65

/** A day as a number, and as it is stored. */
export const dayNumber = (date: Date) => Math.floor(date.getTime() / DAY)
export const dayText = (day: number): string => {
  const known = texts.get(day)
  if (known !== undefined) return known
  const text = new Date(day * DAY).toISOString().slice(0, 10)
  texts.set(day, text)
  return text
}
// A job has up to nine of them, and all jobs together a few hundred.
const texts = new Map<number, string>()

/** What has been done by today; nothing is done before its day, and nothing for a job that was cancelled. */
export function scheduleOf(dice: Dice, lane: Lane, { booked, today }: { booked: number; today: number }) {
  const isSea = lane.mode === TransportMode.sea
  const isImport = lane.direction === Direction.import
  const ready = booked + (isSea ? dice.whole(3, 18) : dice.whole(1, 5))
  const etd = ready + (isSea ? dice.whole(3, 8) : dice.whole(1, 3))
  const eta = etd + lane.days
  const isCancelled = dice.chance(0.03)
  const status = isCancelled
    ? JobStatus.cancelled
    : eta + CLOSED_AFTER <= today
      ? JobStatus.closed
      : eta + DONE_AFTER <= today
        ? JobStatus.completed
        : JobStatus.inProgress
  const isPast = (day: number) => !isCancelled && day <= today
  const done = (day: number, wanted = true) => (wanted && isPast(day) ? dayText(day) : null)
  const isReleased = isImport && lane.mode !== TransportMode.road
  return {
    status,
    dates: {
      ready_on: dayText(ready),
      etd: dayText(etd),
      eta: dayText(eta),
      shipment_date: dayText(booked),
      shipping_instructions_sent_on: done(etd - 2, !isImport),
      documents_submitted_to_carrier_on: done(etd - 1, !isImport),
      documents_received_on: done(Math.max(etd + 1, eta - 5), isImport),
      documents_emailed_to_customer_on: done(Math.max(etd + 1, eta - 3)),
      delivery_order_picked_up_on: done(eta + dice.whole(2, DONE_AFTER), isReleased),
    },
    hasBill: isPast(etd - 1),
    /** Declared to the customs of Pakistan, the day before it comes. */
    isDeclared: isReleased && lane.home === 'PK' && isPast(eta - 1),
    year: dayText(eta).slice(0, 4),
  }
}
