import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { readConfig } from '#server/config.ts'
import { withOwner } from '#server/db/owner.ts'
import { readUnLocode, type UnLocodeLine } from '#server/ports/un-locode.ts'
import { saveWorldPorts, type OwnerClient } from '#server/ports/world-port-records.ts'
import { worldPorts, type WorldPort } from '#server/ports/world-ports.ts'
import { openProductDatabase } from '#server/product-database.ts'
import { startFailure } from '#server/start-failure.ts'

const BATCH = 2000
const PROBLEMS_SHOWN = 20

type Counts = { added: number; changed: number; unchanged: number; skipped: number; wrong: number }

async function* linesOf(file: string): AsyncGenerator<UnLocodeLine> {
  try {
    yield* readUnLocode(createReadStream(file))
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error })
  }
}

/** Imports the files one after the other; a code that comes again keeps its first name. */
async function importFiles(owner: OwnerClient, files: string[]): Promise<Counts> {
  const counts: Counts = { added: 0, changed: 0, unchanged: 0, skipped: 0, wrong: 0 }
  const shipped = new Map(worldPorts().map(port => [port.code, port]))
  const seen = new Set<string>()
  let batch: WorldPort[] = []

  const save = async () => {
    const { added, changed } = await saveWorldPorts(owner, batch)
    counts.added += added
    counts.changed += changed
    counts.unchanged += batch.length - added - changed
    batch = []
  }

  for (const file of files) {
    let wrong = 0
    for await (const read of linesOf(file)) {
      if ('problem' in read) {
        wrong += 1
        if (wrong <= PROBLEMS_SHOWN) console.error(`${file}, line ${read.line}: ${read.problem}; left out.`)
      } else if ('skipped' in read || seen.has(read.port.code)) {
        counts.skipped += 1
      } else {
        seen.add(read.port.code)
        batch.push(shipped.get(read.port.code) ?? read.port)
        if (batch.length === BATCH) await save()
      }
    }
    if (wrong > PROBLEMS_SHOWN)
      console.error(`${file}: ${wrong - PROBLEMS_SHOWN} more lines were left out for such reasons.`)
    counts.wrong += wrong
    console.log(`${basename(file)} is read.`)
  }
  await save()
  return counts
}

function number(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}`
}

async function main(files: string[]): Promise<void> {
  if (files.length === 0)
    throw new Error(
      'Name the files of a UN/LOCODE release: npm run import:ports -- CodeListPart1.csv CodeListPart2.csv CodeListPart3.csv',
    )
  const product = await openProductDatabase(readConfig(process.env), 'command', console.error)
  let counts: Counts
  try {
    counts = await withOwner(product.ownerUrl, owner => importFiles(owner, files))
  } finally {
    await product.close()
  }
  const parts = [
    number(counts.added, 'added'),
    number(counts.changed, 'changed'),
    number(counts.unchanged, 'the same already'),
    number(counts.skipped, 'lines skipped (no port, airport or depot, or not a place of its own)'),
    number(counts.wrong, 'wrong lines left out'),
  ]
  console.log(`Ports: ${parts.join(', ')}.`)
  if (counts.wrong > 0) process.exitCode = 1
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(`The import ended: ${startFailure(error)}`)
  process.exitCode = 1
}
