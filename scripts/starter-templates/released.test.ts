import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { releasesIn } from '#scripts/changelog.ts'
import { releasedStarters } from '#server/templates/released-starters.ts'
import { hashesOf, readStarterTemplates } from '#server/templates/starter-templates.ts'
import { root } from '#testing/step.ts'

const run = promisify(execFile)
const git = async (...args: string[]) =>
  (
    await run('git', ['-c', 'core.quotePath=off', ...args], {
      cwd: root,
      encoding: 'buffer',
      maxBuffer: 2 ** 26,
    })
  ).stdout

const releases = releasesIn(await readFile(join(root, 'CHANGELOG.md'), 'utf8')).filter(({ date }) => date)

/** The contents that a release came with, by their file names; null where this clone has no history of it. */
async function startersOf(names: readonly (string | undefined)[]): Promise<Record<string, string[]> | null> {
  for (const name of names) {
    const listed =
      name && (await git('ls-tree', '-r', '--name-only', name, 'server/templates/starter').catch(() => null))
    if (!listed) continue
    const found: Record<string, string[]> = {}
    for (const path of listed
      .toString()
      .split('\n')
      .filter(one => one.endsWith('.dotx'))) {
      const hash = createHash('sha256')
        .update(await git('show', `${name}:${path}`))
        .digest('hex')
      found[basename(path)] = [...(found[basename(path)] ?? []), hash].toSorted()
    }
    return found
  }
  return null
}

const sorted = (listed: Readonly<Record<string, readonly string[]>> | undefined) =>
  listed && Object.fromEntries(Object.entries(listed).map(([name, hashes]) => [name, hashes.toSorted()]))

// A company that never changed a starter is offered the newer one only where the former content is known here.
test.each(releases)(
  'the starter templates of $version are known by their contents',
  async ({ version, commit }) => {
    const today = Object.fromEntries(
      (await readStarterTemplates()).map(one => [one.fileName, hashesOf(one).toSorted()]),
    )
    // Of a release whose commit is not named yet, these are those of today.
    const shipped = (await startersOf([`v${version}`, commit])) ?? (commit ? null : today)
    if (shipped) expect(sorted(releasedStarters[version]), version).toEqual(shipped)
    else expect(Object.keys(releasedStarters)).toContain(version)
  },
)

test('every release is one of the changelog', () => {
  expect(releases.map(({ version }) => version)).toEqual(
    expect.arrayContaining(Object.keys(releasedStarters)),
  )
})
