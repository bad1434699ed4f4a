import { expect, test } from 'vitest'
import { smallJpeg } from '#testing/pictures.ts'
import { png } from '#testing/word/png.ts'
import { readPicture } from './picture.ts'

const smallPng = () => png(5, 4, () => [15, 76, 92, 255])

test('tells a PNG and a JPEG and their size', () => {
  expect(readPicture(smallPng())).toEqual({ mediaType: 'image/png', width: 5, height: 4 })
  expect(readPicture(smallJpeg())).toEqual({ mediaType: 'image/jpeg', width: 3, height: 2 })
})

test('refuses a picture that is cut short or damaged anywhere', () => {
  for (const whole of [smallPng(), smallJpeg()])
    for (let length = 0; length < whole.length - 2; length += 1)
      expect(readPicture(whole.subarray(0, length)), `${length} bytes`).toBe(null)
  const damaged = smallPng()
  damaged[damaged.length - 20] = (damaged[damaged.length - 20] ?? 0) ^ 1
  expect(readPicture(damaged)).toBe(null)
})

test('refuses what is no picture, or one that unpacks to more than it may', () => {
  for (const text of ['', 'GIF89a', '<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7'])
    expect(readPicture(Buffer.from(text))).toBe(null)
  const lying = smallPng()
  // A header that says 20,000 by 20,000, with its check sum in order, over the data of 5 by 4.
  const huge = png(20_000, 1, () => [0, 0, 0, 255])
  huge.copy(lying, 8, 8, 33)
  expect(readPicture(lying)).toBe(null)
})
