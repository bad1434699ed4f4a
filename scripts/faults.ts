import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { faultKinds } from '#testing/faults/kinds.ts'
import { runFaults } from '#testing/faults/run.ts'
import { totalsOf } from '#testing/faults/state.ts'
import { buildWebIfStale } from '#server/web-build.ts'

/**
 * npm run faults: kills and faults under people at work, and everything that was acknowledged read back. With
 * `--folder` the same command started again goes on with the next round.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    minutes: { type: 'string' },
    folder: { type: 'string' },
    seed: { type: 'string' },
    /** Names of faults, separated by commas, where not all are wanted. */
    only: { type: 'string' },
    /** Where the report goes beside the folder's own report.json. */
    json: { type: 'string' },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)

const rounds = Number(values.rounds)
const minutes = values.minutes === undefined ? undefined : Number(values.minutes)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed) || (minutes ?? 1) <= 0) {
  say(
    'npm run faults -- [--rounds 200] [--minutes 30] [--folder FOLDER] [--seed 7] [--only NAME,NAME] [--json FILE]',
  )
  process.exit(2)
}
const only = values.only?.split(',').map(name => name.trim())
const unknown = only?.filter(name => !faultKinds.some(kind => kind.name === name)) ?? []
if (unknown.length > 0) {
  say(`There is no fault ${unknown.join(', ')}; there are: ${faultKinds.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}
const isKept = values.folder !== undefined
const folder = values.folder ? resolve(values.folder) : await mkdtemp(join(tmpdir(), 'lading-faults-'))

const stopping = new AbortController()
process.on('SIGINT', () => {
  say('Stopping after this round.')
  stopping.abort()
})
process.on('SIGTERM', () => stopping.abort())

say(`Web pages: ${await buildWebIfStale()}.`)
const outcome = await runFaults({ folder, rounds, minutes, seed, only, say, signal: stopping.signal })
say(`\n${outcome.lines.join('\n')}`)
if (values.json) {
  const { companies: _tokens, ...shown } = outcome.state
  const report = { ok: outcome.ok, ...totalsOf(outcome.state), leftOut: outcome.leftOut, ...shown }
  await writeFile(values.json, JSON.stringify(report, null, 2))
}
// With CI=true as root everything must be tried.
const mayLeaveOut = process.env['CI'] !== 'true' || process.getuid?.() !== 0
const isWhole = outcome.leftOut.length === 0 || mayLeaveOut
if (!isWhole) say('With CI=true, as root, nothing may be left out: this is a failure.')
if (!isKept && outcome.ok) await rm(folder, { recursive: true, force: true })
else say(`What happened is in ${folder}.`)
process.exitCode = outcome.ok && isWhole ? 0 : 1
