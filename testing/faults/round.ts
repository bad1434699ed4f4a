import { setTimeout as pause } from 'node:timers/promises'
import type { Dice } from '#testing/seed/dice.ts'
import { type AnswerCounts, countAnswer, noAnswers } from './answers.ts'
import { send, type Send, succeeded } from './caller.ts'
import { type Company, signInAsPerson } from './company.ts'
import type { FaultKind, FaultContext } from './kinds.ts'
import type { Ledger } from './ledger.ts'
import { readBack } from './read-back.ts'
import type { Finding } from './verify.ts'
import { startReader, startWriters } from './writers.ts'

export type RoundResult = {
  round: number
  kind: string
  seconds: number
  acknowledged: number
  answers: AnswerCounts
  findings: Finding[]
  /** From the end of the fault, a restart included where one is needed, until a write was acknowledged again. */
  backAfterMs: number
  /** What did not work again once the fault was over. */
  notBack: string[]
}

type RoundOptions = {
  round: number
  kind: FaultKind
  scene: FaultContext
  company: Company
  ledger: Ledger
  dice: Dice
}

const CLIENTS = 6
const BACK_WITHIN_MS = 30_000
const AFTERWARDS_MS = 300

const PAGES = [
  '/api/shipment?limit=50&sort=-jobId',
  '/',
  '/api/search?search=Save',
  '/webapp',
  '/api/preferences',
  '/identity/password',
  '/api/organisation?limit=20',
]

/** One fault under work, what people were answered, and whether all that was acknowledged is there afterwards. */
export async function runRound(options: RoundOptions): Promise<RoundResult> {
  const { round, kind, company, ledger, dice } = options
  const { installation } = options.scene
  const started = performance.now()
  const answers = noAnswers()
  const scene = { ...options.scene, dice, wordless: (words: string) => answers.wordless.push(words) }
  const firstEntry = ledger.entries.length
  const place = { url: installation.url, token: company.token }
  let lastKeptAt = 0
  const counting: Send = async request => {
    const from = performance.now()
    const reply = await send(place, request)
    countAnswer(answers, reply, installation.wasAway(from, performance.now()))
    if (request.method !== 'GET' && succeeded(reply)) lastKeptAt = from
    return reply
  }
  const writers = startWriters({
    send: counting,
    ledger,
    stock: company.stock,
    round,
    dice,
    clients: CLIENTS,
  })
  const reader = startReader(counting, PAGES)
  const notBack: string[] = []

  await pause(dice.whole(150, 900))
  await kind.strike(scene)
  const healing = performance.now()
  await kind.heal(scene).catch(async (error: Error) => {
    notBack.push(error.message)
    await startFromScratch(scene)
  })
  const healed = performance.now()
  while (lastKeptAt < healed && performance.now() - healed < BACK_WITHIN_MS) await pause(10)
  const backAfterMs = Math.round(performance.now() - healing)
  if (lastKeptAt < healed) notBack.push(`no write was acknowledged for ${BACK_WITHIN_MS / 1000} s`)
  await pause(AFTERWARDS_MS)
  await Promise.all([writers.stop(), reader.stop()])
  await signInAsPerson(installation.url).catch((error: Error) => {
    notBack.push(`nobody could sign in: ${error.message}`)
  })

  const entries = ledger.entries.slice(firstEntry)
  const { findings } = await readBack(request => send(place, request), entries, ledger.arrivals)
  return {
    round,
    kind: kind.name,
    seconds: (performance.now() - started) / 1000,
    acknowledged: entries.filter(({ kept }) => kept).length,
    answers,
    findings,
    backAfterMs,
    notBack,
  }
}

async function startFromScratch({ installation }: FaultContext): Promise<void> {
  await installation.killAll()
  await installation.disk?.free()
  await installation.start()
}
