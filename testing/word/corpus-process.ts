import { readFile, writeFile } from 'node:fs/promises'
import { knownFields } from '#server/templates/fields/catalogue.ts'
import { type CorpusResult, fillCorpusFile } from './corpus-file.ts'
import { newErrors } from './validate.ts'

/** A process of the corpus command: uses one file after the other as a template, as it is told. */

export interface CorpusTask {
  index: number
  source: string
  output: string
  isValidated: boolean
}

export type CorpusAnswer = Omit<CorpusResult, 'document'> & { index: number; milliseconds: number }

async function examine({ index, source, output, isValidated }: CorpusTask): Promise<CorpusAnswer> {
  const started = process.cpuUsage()
  const { document, ...result } = await fillCorpusFile(await readFile(source), knownFields)
  const { user, system } = process.cpuUsage(started)
  if (document !== undefined) {
    await writeFile(output, document)
    if (isValidated) {
      const errors = await newErrors(source, output)
      result.failures.push(...errors.map(error => `not valid: ${error}`))
    }
  }
  return { ...result, index, milliseconds: Math.round((user + system) / 1_000) }
}

process.on('message', (task: CorpusTask) => {
  void examine(task)
    .catch((error: unknown): CorpusAnswer => {
      const failures = [`the check failed: ${String(error)}`]
      return {
        index: task.index,
        refusal: undefined,
        places: 0,
        warnings: 0,
        left: [],
        failures,
        milliseconds: 0,
      }
    })
    .then(answer => process.send?.(answer))
})
