import { Direction, TransportMode } from '#contract/choices.ts'
import { carriers } from './carriers.ts'
import type { Dice } from './dice.ts'
import { type CountryId, countryIds, countryOf, type Home, homes, roads } from './places.ts'

/** From where to where a job goes, by what, and in how many days. */
export type Lane = {
  mode: number
  direction: number
  home: Home
  from: CountryId
  to: CountryId
  abroad: CountryId
  loading: string
  discharge: string
  days: number
}

/** Of ten jobs seven go by sea, two by air and one by road. */
function modeOf(dice: Dice): number {
  const turn = dice.whole(0, 9)
  return turn < 7 ? TransportMode.sea : turn < 9 ? TransportMode.air : TransportMode.road
}

export function laneOf(dice: Dice, mode = modeOf(dice), direction = dice.whole(0, 1)): Lane {
  const home = dice.of(homes)
  const { near, far, abroad, days } = endsOf(dice, mode, home)
  const isExport = direction === Direction.export
  return {
    ...{ mode, direction, home, abroad, days },
    from: isExport ? home : abroad,
    to: isExport ? abroad : home,
    loading: isExport ? near : far,
    discharge: isExport ? far : near,
  }
}

function endsOf(dice: Dice, mode: number, home: Home) {
  if (mode === TransportMode.road) {
    const { code, country, days } = dice.of(roads[home])
    return { near: dice.of(countryOf(home).sea), far: code, abroad: country, days: days + dice.whole(0, 1) }
  }
  const abroad = dice.of(countryIds.filter(id => id !== home))
  const kind = mode === TransportMode.air ? 'air' : 'sea'
  const days = mode === TransportMode.air ? dice.whole(1, 3) : countryOf(abroad).days[home] + dice.whole(0, 3)
  return { near: dice.of(countryOf(home)[kind]), far: dice.of(countryOf(abroad)[kind]), abroad, days }
}

/** Who carries it, aboard what; the number of their bill is asked for with `bill`. */
export type Transport = {
  carrier: string
  vessel: string | null
  voyage: string | null
  billPrefix: string | null
}

export function transportOf(dice: Dice, mode: number): Transport {
  if (mode === TransportMode.sea) {
    const { name, vessels, prefix } = dice.of(carriers.sea)
    const voyage = `${String(dice.whole(1, 399)).padStart(3, '0')}${dice.of(['E', 'W'])}`
    return { carrier: name, vessel: dice.of(vessels), voyage, billPrefix: prefix }
  }
  if (mode === TransportMode.air) {
    const { name, flight, prefix } = dice.of(carriers.air)
    return { carrier: name, vessel: null, voyage: `${flight}${dice.whole(100, 899)}`, billPrefix: prefix }
  }
  return { carrier: dice.of(carriers.road).name, vessel: null, voyage: null, billPrefix: null }
}
