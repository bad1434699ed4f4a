import { replaceLogo } from '#server/company/commands.ts'
import { loadCompany } from '#server/company/load-company.ts'
import { withStoredFiles } from '#server/documents/upload.ts'
import type { FileStore } from '#server/files/store.ts'
import type { AsUser } from '#server/route.ts'
import { type Colour, png } from '#testing/word/png.ts'

const SIDE = 240
const LIMIT_BYTES = 1024 * 1024
const navy: Colour = [18, 40, 66, 255]
const teal: Colour = [22, 122, 128, 255]
const white: Colour = [255, 255, 255, 255]

const isWithin = (value: number, from: number, to: number) => value >= from && value < to

/** An H that stands on a quay over the water. */
function pixel(x: number, y: number): Colour {
  const water = 176 + Math.round(7 * Math.sin((x / SIDE) * 6 * Math.PI))
  if (y >= water) return teal
  const isStem = isWithin(y, 44, 156) && (isWithin(x, 66, 96) || isWithin(x, 144, 174))
  const isBar = isWithin(y, 88, 112) && isWithin(x, 66, 174)
  return isStem || isBar ? white : navy
}

/** Gives the company a logo, where it has none; the file is kept as one that somebody sends. */
export async function addLogo(files: FileStore, asUser: AsUser): Promise<void> {
  const { logo } = await asUser(loadCompany)
  if (logo) return
  await withStoredFiles({ files, asUser }, 1, async ([key = ''], save) => {
    const { size } = await files.put(key, inOnePiece(png(SIDE, SIDE, pixel)), { limitBytes: LIMIT_BYTES })
    return replaceLogo(files, { key, size, save }, undefined)
  })
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
