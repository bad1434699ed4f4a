import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#testing/step.ts'
import { filesOf, picturedScreens, picturesCommands } from './pictured-screens.ts'
import { difference, entryName, hashOf, readPicturesList } from './pictures-list.ts'

/** Papers, which the journey of the screens does not open. */
const papers = ['docs/images/templates-after.png', 'docs/images/templates-before.png']

test('every committed picture was taken by its command, together with the words of its screen', async () => {
  const list = await readPicturesList()
  const wanted = picturesCommands.flatMap(command =>
    Object.keys(picturedScreens[command]).map(name => ({ command, name, files: filesOf(command, name) })),
  )
  expect(Object.keys(list).toSorted()).toEqual(
    wanted.map(({ command, name }) => entryName(command, name)).toSorted(),
  )
  for (const { command, name, files } of wanted) {
    const now = Object.fromEntries(await Promise.all(files.map(async file => [file, await hashOf(file)])))
    const entry = list[entryName(command, name)]
    expect(
      now,
      `npm run ${command} takes ${files[0]} again and notes it in docs/images/screens.json.`,
    ).toEqual(entry?.files)
    expect(entry?.words.length, `The screen of ${name} had no words.`).toBeGreaterThan(5)
  }
  const folders = ['docs/images', 'web/site/pictures']
  const there = await Promise.all(
    folders.map(async folder => (await readdir(join(root, folder))).map(file => `${folder}/${file}`)),
  )
  const pictures = there.flat().filter(file => /\.(png|jpg|webp)$/.test(file))
  expect(pictures.toSorted()).toEqual([...papers, ...wanted.flatMap(({ files }) => files)].toSorted())
})

test('what has come and gone on a screen is named', () => {
  expect(difference(['Name', 'ETD', 'Save'], ['Name', 'Save', 'Owner'])).toBe('New: “Owner”. Gone: “ETD”.')
  expect(difference(['Name', 'Save'], ['Save', 'Name'])).toBeNull()
})
