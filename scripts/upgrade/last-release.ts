import { readFile, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { releasesIn, type Release } from '#scripts/changelog.ts'
import { root, runStep } from '#testing/step.ts'

const git = (...args: string[]) => runStep('git', args, { quiet: true })

/** The last release that the changelog names, and its tag, else its commit. Throws where this clone has neither. */
export async function lastRelease(): Promise<{ version: string; name: string }> {
  const last = releasesIn(await readFile(join(root, 'CHANGELOG.md'), 'utf8')).find(({ date }) => date)
  if (!last) throw new Error('CHANGELOG.md names no release.')
  return { version: last.version, name: await nameOf(last) }
}

async function nameOf({ version, commit }: Release): Promise<string> {
  for (const name of [`v${version}`, commit])
    if (name && (await git('cat-file', '-e', `${name}^{commit}`)).ok) return name
  throw new Error(
    `This clone has no history of version ${version} (tag v${version}${commit ? `, commit ${commit.slice(0, 7)}` : ''}). Fetch it: git fetch --unshallow --tags`,
  )
}

/** The code of that tag or commit, on today's packages. */
export async function unpack(name: string, folder: string): Promise<void> {
  const archive = join(folder, 'last.tar')
  const steps = [
    await git('archive', '--format', 'tar', '--output', archive, name),
    await runStep('tar', ['xf', archive, '-C', folder], { quiet: true }),
  ]
  for (const { ok, output } of steps) if (!ok) throw new Error(output)
  await rm(archive)
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
}
