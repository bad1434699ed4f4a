import { readFile, writeFile } from 'node:fs/promises'
import { cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { apiTable, measureApi } from './api.ts'
import { documentsTable, measureDocuments } from './documents.ts'
import { eventLoopLine, measureEventLoop } from './event-loop.ts'

/**
 * npm run benchmark: measures everything in one run; --write puts the tables into benchmarks/README.md.
 * With --documents the document engine alone, a minute instead of a quarter of an hour.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    documents: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const log = (line: string) => process.stderr.write(`${line}\n`)
const api =
  !values.documents &&
  apiTable(
    await measureApi({
      sizes: values.sizes.split(',').map(Number),
      seconds: Number(values.seconds),
      rounds: Number(values.rounds),
      log,
    }),
  )
log('Measuring the document engine …')
const documents = await measureDocuments()
const eventLoop = await measureEventLoop()

const processor = cpus()
const machine =
  `${new Date().toISOString().slice(0, 10)}, ${processor.length} cores (${processor[0]?.model.trim()}), ` +
  `${Math.round(totalmem() / 1024 ** 3)} GiB, Linux ${release()}, Node ${process.version}; ` +
  'server, database and load generator share the machine.'
const ofDocuments = `${documentsTable(documents)}\n\n${eventLoopLine(eventLoop)}\n`
const text = api ? `${machine}\n\n### API\n\n${api}\n\n### Documents\n\n${ofDocuments}` : ofDocuments
process.stdout.write(text)

if (values.write) {
  const file = join(import.meta.dirname, 'README.md')
  const readme = await readFile(file, 'utf8')
  const before = api ? '<!-- measured -->' : '### Documents'
  const [head = ''] = readme.split(before)
  await writeFile(file, `${head}${before}\n\n${api ? '## Last measured\n\n' : ''}${text}`)
}
