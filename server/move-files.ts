import { parseArgs } from 'node:util'
import { copyAllFiles } from './backup/move-files.ts'
import { openOwnerDatabase } from './backup/owner-database.ts'
import { listStoredKeys } from './backup/stored-keys.ts'
import { formatBytes } from './budgets/refusals.ts'
import { type Config, ConfigurationError, readConfig } from './config.ts'
import { messageFrom } from './errors.ts'
import { openFileStore } from './files/open.ts'
import { acceptStore } from './installation/marker.ts'
import { startFailure } from './start-failure.ts'

/** npm run move-files -- --from disk --to s3: copies every file of the store and verifies every hash. */
const say = (line: string) => process.stdout.write(`${line}\n`)

const usage = `Say from where to where:
  npm run move-files -- --from disk --to s3
  npm run move-files -- --from s3 --to disk
The folder is that of DATA_DIR, the bucket that of S3_BUCKET. The source keeps its files, unless --delete-source is given:
then they are deleted once every one of them was read back from the other.`

type Kind = 'disk' | 's3'

function readArguments(): { from: Kind; to: Kind; deletesSource: boolean } {
  try {
    const { values } = parseArgs({
      options: { from: { type: 'string' }, to: { type: 'string' }, 'delete-source': { type: 'boolean' } },
    })
    const { from, to } = values
    const isMove = (from === 'disk' && to === 's3') || (from === 's3' && to === 'disk')
    if (!isMove) throw new ConfigurationError(usage)
    return { from, to, deletesSource: values['delete-source'] === true }
  } catch (error) {
    if (error instanceof ConfigurationError) throw error
    throw new ConfigurationError(`${messageFrom(error)}\n${usage}`)
  }
}

const placeOf = (config: Config, kind: Kind) => (kind === 's3' ? config : { ...config, s3: undefined })

async function move(): Promise<void> {
  const { from, to, deletesSource } = readArguments()
  const config = readConfig(process.env)
  if (!config.s3)
    throw new ConfigurationError('S3_BUCKET is not set: set it to the bucket that files go to, or come from.')
  const [source, target] = [placeOf(config, from), placeOf(config, to)]
  const database = await openOwnerDatabase(config, say)
  try {
    const [files, others] = await Promise.all([openFileStore(source), openFileStore(target)])
    try {
      const moved = await copyAllFiles({ from: files, to: others, keys: () => listStoredKeys(source), say })
      say(
        `${moved.copied.toLocaleString('en')} files copied and read back, ${moved.present.toLocaleString('en')} were there already: ${formatBytes(moved.bytes)}.`,
      )
      await acceptStore({ ownerUrl: database.ownerUrl, files: others })
      if (deletesSource) for (const key of moved.keys) await files.delete(key)
      say(
        to === 's3'
          ? 'Start the servers with S3_BUCKET set from now on.'
          : 'Start the servers without S3_BUCKET from now on.',
      )
      say('Where servers ran meanwhile, stop them and run this again: what they stored since is copied then.')
    } finally {
      await Promise.all([files.close(), others.close()])
    }
  } finally {
    await database.close()
  }
}

try {
  await move()
} catch (error) {
  say(startFailure(error))
  process.exitCode = 1
}
