import type { Dice } from './dice.ts'
import type { Goods } from './goods.ts'

/** How much of one kind of goods may go into what carries it. */
export type Room = { kilograms: number; litres: number; least: number }

const containers = {
  twenty: { kilograms: 21_500, litres: 27_000 },
  forty: { kilograms: 26_000, litres: 62_000 },
} as const
/** Goods that are denser than this fill a short container's weight before its room. */
const HEAVY = 0.45

export type Load = {
  goods: Goods
  packs: number
  containers: { size: keyof typeof containers; count: number } | null
}

const packsIn = ({ gross, litres }: Goods, room: { kilograms: number; litres: number }) =>
  Math.max(1, Math.floor(Math.min((room.kilograms * 100) / gross, room.litres / litres)))

/** Containers that are full, or nearly. */
export function fullLoad(dice: Dice, goods: Goods): Load {
  const size = goods.gross / 100 / goods.litres > HEAVY ? 'twenty' : 'forty'
  const count = dice.chance(0.7) ? 1 : dice.whole(2, 3)
  const most = packsIn(goods, containers[size])
  const packs = dice.whole(Math.ceil(most * 0.85), most) * count
  return { goods, packs, containers: { size, count } }
}

/** A part of what a container, an aircraft or a lorry holds. */
export function partLoad(dice: Dice, goods: Goods, room: Room): Load {
  const most = packsIn(goods, room)
  return { goods, packs: dice.whole(Math.max(1, Math.ceil(most * room.least)), most), containers: null }
}

const MOST_LINES = 4

/** The lines of a load: packs of one variant each, whose weights are whole hundredths of a kilogram. */
export function linesOf(dice: Dice, { goods, packs }: Load) {
  const count = Math.min(goods.variants.length, packs, dice.whole(1, MOST_LINES))
  let left = packs
  return goods.variants.slice(0, count).map((variant, index) => {
    const behind = count - index - 1
    const own = behind === 0 ? left : dice.whole(1, left - behind)
    left -= own
    const gross = Math.round((goods.gross * dice.whole(96, 104)) / 100)
    return { variant, packs: own, gross: own * gross, net: own * (gross - goods.tare) }
  })
}

/** From hundredths of a kilogram, and from litres. */
export const inKilograms = (hundredths: number) => hundredths / 100
export const inCubicMetres = (litres: number) => litres / 1000
