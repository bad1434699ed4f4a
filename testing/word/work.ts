import { compileTemplate } from '#server/word/compile.ts'
import { renderDocument } from '#server/word/render.ts'
import { catalogue, sampleValues } from './catalogue.ts'
import { paragraph } from './markup.ts'
import { templateFile } from './template-file.ts'

/** So many that the unit is more than the clock's noise, so few that it delays no test. */
const LINES = 500

const ordinary = templateFile({ body: paragraph('Dear {{Consignee.Name}}').repeat(LINES) })

/** Processor time of all threads, in milliseconds; unlike the clock it leaves out what else the machine is doing. */
async function processorTime(action: () => unknown): Promise<number> {
  const started = process.cpuUsage()
  await action()
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1_000
}

/** The most that hostile content may take: the worst takes 40; where each part looks at all others, it is thousands. */
export const MOST_WORK = 150

/**
 * How much work an action is: its processor time as a multiple of what an ordinary template of 500 lines takes to be
 * compiled and filled in the same process. A slow machine is slow at both.
 */
export async function workOf(action: () => unknown): Promise<number> {
  return (await processorTime(action)) / (await (unit ??= unitOfWork()))
}

let unit: Promise<number> | undefined
const fillOrdinary = async () => renderDocument(await compileTemplate(ordinary, catalogue), sampleValues(1))

async function unitOfWork(): Promise<number> {
  // The first time is that of a cold compiler.
  await fillOrdinary()
  return processorTime(fillOrdinary)
}
