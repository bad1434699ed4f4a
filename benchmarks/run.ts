import { parseArgs } from 'node:util'
import { apiReport } from './api-report.ts'
import { measureApi } from './api.ts'
import { hasMissed } from './comparison.ts'
import { documentsTable, measureDocuments } from './documents.ts'
import { eventLoopLine, measureEventLoop } from './event-loop.ts'
import { describeRun } from './machine.ts'
import { questionNames } from './questions.ts'
import { writeReadmeSection } from './readme-section.ts'

/**
 * npm run benchmark: the API beside a bare server, then the document engine; --write puts the figures into
 * benchmarks/README.md. With --questions some of the API alone, with --documents the engine alone.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000' },
    questions: { type: 'string', default: '' },
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    data: { type: 'string' },
    documents: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const log = (line: string) => process.stderr.write(`${line}\n`)
const asked = values.questions.split(',').filter(name => name !== '')
const unknown = asked.filter(name => !questionNames.includes(name))
if (unknown.length > 0) {
  log(`There is no question “${unknown.join(', ')}”; there are ${questionNames.join(', ')}.`)
  process.exit(2)
}
const machine = await describeRun()

if (!values.documents) {
  const result = await measureApi({
    sizes: values.sizes.split(',').map(Number),
    questions: asked,
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    dataDir: values.data ?? null,
    log,
  })
  const text = `${machine}\n\n${apiReport(result)}`
  process.stdout.write(`${text}\n`)
  if (values.write) await writeReadmeSection('api', text)
  if (values.strict && hasMissed(result.comparisons)) process.exitCode = 1
}

if (values.documents || asked.length === 0) {
  log('Measuring the document engine …')
  const documents = await measureDocuments()
  const eventLoop = await measureEventLoop()
  const text = `${machine}\n\n${documentsTable(documents)}\n\n${eventLoopLine(eventLoop)}`
  process.stdout.write(`${text}\n`)
  if (values.write) await writeReadmeSection('documents', text)
}
