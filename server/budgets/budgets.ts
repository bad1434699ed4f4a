import { messageFrom } from '#server/errors.ts'
import type { BudgetName } from '#contract/limits.ts'
import { networkOf } from '#server/identity/store/limits.ts'
import { Counter } from './counter.ts'
import {
  type BudgetSettings,
  type CompanyLimits,
  countedPerUnit,
  MINUTE_MS,
  type SharedBudget,
  windowMs,
} from './limits.ts'
import type { Changes, BudgetTotals } from './records.ts'
import { addressLimitExceeded, budgetExceeded } from './refusals.ts'

export type BudgetDependencies = {
  settings: BudgetSettings
  /** Tells the database what was counted; answers what all servers have. */
  add: (changes: Changes) => Promise<BudgetTotals>
  /** What stood before this server started. */
  read: () => Promise<BudgetTotals>
  now?: () => number
  log?: (line: string) => void
  /** How many companies, people without one and addresses are remembered, of each; the oldest go first. */
  remembered?: number
}

const REMEMBERED = 50_000
const SETTLE_EVERY_MS = 1000

/** An address is shared with other servers once it has used this part of its limit: most are never stored. */
const WORTH_TELLING = 0.1

/** Limits what companies and network addresses use. Counts in memory, and shares the totals once a second. */
export class Budgets {
  readonly #dependencies: Required<BudgetDependencies>
  readonly #companies = new Map<string, Map<SharedBudget, Counter>>()
  readonly #ownLimits = new Map<string, Partial<CompanyLimits>>()
  /** People of whom no company is known yet: never told to anybody. */
  readonly #subjects = new Map<string, Counter>()
  readonly #networks = new Map<string, Counter>()
  #underWay: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #isFailing = false

  constructor(dependencies: BudgetDependencies) {
    this.#dependencies = { now: Date.now, log: () => undefined, remembered: REMEMBERED, ...dependencies }
  }

  /** Takes over what is used already, and settles every second from now on. */
  async start(): Promise<void> {
    await this.load()
    this.#timer = setInterval(() => void this.settle(), SETTLE_EVERY_MS).unref()
  }

  async load(): Promise<void> {
    this.#learn(await this.#dependencies.read())
  }

  /** Tells what is left to tell. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#underWay
    await this.settle()
  }

  /** How much the company may use, in the contract's unit; null: as much as it likes. */
  allowed(company: string, budget: BudgetName): number | null {
    const own = this.#ownLimits.get(company)?.[budget]
    return own === undefined ? this.standard(budget) : own
  }

  /** What companies without a limit of their own may use. */
  standard(budget: BudgetName): number | null {
    return this.#dependencies.settings.company[budget]
  }

  /** Counts a request of a company. Throws where that, or the company's time at work, is used up. */
  admit(company: string): void {
    this.#require(company, 'work', 1)
    this.take(company, 'requests', 1)
  }

  /** The same for somebody who belongs to no company, as far as is known. */
  admitSubject(subject: string): void {
    const counter = this.#in(this.#subjects, subject, () => new Counter(MINUTE_MS))
    const allowed = this.#dependencies.settings.company.requests
    if (allowed !== null && counter.used >= allowed)
      throw budgetExceeded('requests', allowed, this.#secondsLeft(counter))
    counter.add(1)
  }

  /** Counts a request from an address. Throws where it made too many; this machine's own are not counted. */
  admitAddress(address: string): void {
    const network = networkOf(address)
    if (network === undefined) return
    const counter = this.#in(this.#networks, network, () => new Counter(MINUTE_MS))
    const allowed = this.#dependencies.settings.addressRequests
    if (allowed !== null && counter.used >= allowed)
      throw addressLimitExceeded(allowed, this.#secondsLeft(counter))
    counter.add(1)
  }

  /** Counts what is going to be done, in requests, milliseconds, bytes or documents. Throws where it is too much. */
  take(company: string, budget: SharedBudget, amount: number): void {
    this.#require(company, budget, amount)
    this.spend(company, budget, amount)
  }

  /** Throws where so much more would be too much, and counts nothing. */
  require(company: string, budget: SharedBudget, amount: number): void {
    this.#require(company, budget, Math.max(1, amount))
  }

  /** Counts what was done, however much that is; what was taken and not used is given back by a negative amount. */
  spend(company: string, budget: SharedBudget, amount: number): void {
    this.#counter(company, budget).add(Math.round(amount))
  }

  /** What is used, in the contract's unit, when the window ends, and how much of it the database does not know. */
  use(
    company: string,
    budget: SharedBudget,
  ): { used: number; pending: number; startsAt: number; endsAt: number } {
    const { used, pending, startsAt, endsAt } = this.#counter(company, budget)
    const unit = countedPerUnit[budget]
    return { used: used / unit, pending: pending / unit, startsAt, endsAt }
  }

  /** Sends the changes to the database. Never throws: what could not be sent is sent the next time. */
  settle(): Promise<void> {
    this.#underWay ??= this.#settleNow().finally(() => {
      this.#underWay = undefined
    })
    return this.#underWay
  }

  /** How much is remembered: companies, people without one, addresses. */
  get size(): { companies: number; subjects: number; networks: number } {
    return {
      companies: this.#companies.size,
      subjects: this.#subjects.size,
      networks: this.#networks.size,
    }
  }

  #require(company: string, budget: SharedBudget, amount: number): void {
    const counter = this.#counter(company, budget)
    const allowed = this.allowed(company, budget)
    if (allowed === null || counter.used + amount <= allowed * countedPerUnit[budget]) return
    // An own limit that was raised meanwhile comes with the next settlement.
    counter.isTouched = true
    throw budgetExceeded(budget, allowed, this.#secondsLeft(counter))
  }

  #secondsLeft(counter: Counter): number {
    return (counter.endsAt - this.#dependencies.now()) / 1000
  }

  #counter(company: string, budget: SharedBudget): Counter {
    const counters = this.#remembered(this.#companies, company, () => new Map<SharedBudget, Counter>())
    let counter = counters.get(budget)
    if (!counter) {
      counter = new Counter(windowMs[budget])
      counters.set(budget, counter)
    }
    return counter.turn(this.#dependencies.now())
  }

  #in(counters: Map<string, Counter>, key: string, make: () => Counter): Counter {
    return this.#remembered(counters, key, make).turn(this.#dependencies.now())
  }

  /** The least recently used go where there are too many; a map keeps the order in which its keys were put in. */
  #remembered<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
    const existing = values.get(key)
    const value = existing ?? make()
    if (existing !== undefined) values.delete(key)
    else if (values.size >= this.#dependencies.remembered) {
      const [oldest] = values.keys()
      if (oldest !== undefined) values.delete(oldest)
    }
    values.set(key, value)
    return value
  }

  async #settleNow(): Promise<void> {
    const changes = this.#beginSettling()
    if (changes.companies.length === 0 && changes.networks.length === 0) return
    try {
      const existing = await this.#dependencies.add(changes)
      for (const { company } of changes.companies) this.#ownLimits.delete(company)
      this.#learn(existing)
      if (this.#isFailing) this.#dependencies.log('Budgets are shared with the other servers again.')
      this.#isFailing = false
    } catch (error) {
      for (const { company, budget, startsAt } of changes.companies)
        this.#companies.get(company)?.get(budget)?.failed(startsAt)
      for (const { network, startsAt } of changes.networks) this.#networks.get(network)?.failed(startsAt)
      if (!this.#isFailing)
        this.#dependencies.log(
          `Budgets could not be shared with the other servers and are counted here alone: ${messageFrom(error)}`,
        )
      this.#isFailing = true
    }
  }

  #beginSettling(): Changes {
    const now = this.#dependencies.now()
    const changes: Changes = { companies: [], networks: [] }
    for (const [company, counters] of this.#companies)
      for (const [budget, counter] of counters)
        if (counter.isTouched)
          changes.companies.push({ company, budget, ...counter.turn(now).beginSettling() })
    const { addressRequests } = this.#dependencies.settings
    if (addressRequests === null) return changes
    for (const [network, counter] of this.#networks)
      if (counter.isTouched && counter.turn(now).used >= addressRequests * WORTH_TELLING)
        changes.networks.push({ network, ...counter.beginSettling() })
    return changes
  }

  #learn({ companies, networks, limits }: BudgetTotals): void {
    for (const { company, budget, startsAt, used } of companies)
      this.#counter(company, budget).settled(startsAt, used)
    for (const { network, startsAt, used } of networks)
      this.#in(this.#networks, network, () => new Counter(MINUTE_MS)).settled(startsAt, used)
    for (const { company, budget, allowed } of limits)
      this.#ownLimits.set(company, { ...this.#ownLimits.get(company), [budget]: allowed })
  }
}
