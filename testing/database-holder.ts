// A process of its own that opens the embedded database of a folder and holds it until it is asked to stop.
import { openEmbeddedDatabase } from '#server/db/embedded/database.ts'

const [dataDir = '', role, durability] = process.argv.slice(2)
const say = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)

try {
  const database = await openEmbeddedDatabase({
    dataDir,
    role: role === 'server' ? 'server' : 'command',
    disposable: durability === 'disposable',
    log: line => say({ log: line }),
  })
  const stop = () => void database.stop().then(() => say({ stopped: true }))
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // Last: whoever hears of it may send the signal at once.
  say({ opened: { ownerUrl: database.ownerUrl, attached: database.attached } })
} catch (error) {
  say({ refused: error instanceof Error ? `${error.name}: ${error.message}` : String(error) })
  process.exitCode = 1
}
