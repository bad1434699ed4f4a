import { messageFrom } from '#server/errors.ts'
import { parseArgs } from 'node:util'
import { budgetLabels, type BudgetName, budgetNames, budgetWindows } from '#contract/limits.ts'
import { findCompanies, ownLimits, setOwnLimits } from './budgets/own-limit-records.ts'
import { formatBytes } from './budgets/refusals.ts'
import { ConfigurationError, readConfig } from './config.ts'
import { withOwner } from './db/owner.ts'
import { openProductDatabase } from './product-database.ts'
import { startFailure } from './start-failure.ts'

/** npm run company-limits -- COMPANY [--requests 500 …]: shows and sets what one company may use of the server. */
const say = (line: string) => process.stdout.write(`${line}\n`)

const MEGABYTE = 1_000_000
const GREATEST = 1_000_000_000

/** By option: which budget it sets, and how much one of it is. */
const settable: Record<string, { budget: BudgetName; each: number }> = {
  requests: { budget: 'requests', each: 1 },
  'work-seconds': { budget: 'work', each: 1 },
  'upload-mb': { budget: 'uploads', each: MEGABYTE },
  documents: { budget: 'documents', each: 1 },
  recipients: { budget: 'recipients', each: 1 },
  'storage-mb': { budget: 'storage', each: MEGABYTE },
}

const usage = `Name one company, by its name or account id, and what to set:
  npm run company-limits -- "Karachi Forwarding" --requests 500 --storage-mb none
Limits: ${Object.keys(settable)
  .map(name => `--${name}`)
  .join(', ')}. A value is a whole number, none (unlimited) or default (as the server is
started); --default removes all of the company's own limits.`

type LimitChange = { budget: BudgetName; allowed: number | null | 'default' }

function limitChange(option: string, value: string): LimitChange {
  const found = settable[option]
  if (!found) throw new ConfigurationError(usage)
  const { budget, each } = found
  if (value === 'default') return { budget, allowed: 'default' }
  if (value === 'none' || value === '0') return { budget, allowed: null }
  const figure = Number(value)
  if (!Number.isInteger(figure) || figure < 1 || figure > GREATEST)
    throw new ConfigurationError(
      `--${option} must be a whole number from 1 to ${GREATEST}, none or default, and is “${value}”.`,
    )
  return { budget, allowed: figure * each }
}

function readArguments(): { company: string; changes: LimitChange[] } {
  const options = Object.fromEntries(Object.keys(settable).map(name => [name, { type: 'string' }] as const))
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { ...options, default: { type: 'boolean' } },
    })
    const [company] = positionals
    if (!company?.trim() || positionals.length !== 1) throw new ConfigurationError(usage)
    const changes = Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string' ? [limitChange(name, value)] : [],
    )
    const allDefault = budgetNames.map((budget): LimitChange => ({ budget, allowed: 'default' }))
    return {
      company: company.trim(),
      changes: values['default'] === true ? [...allDefault, ...changes] : changes,
    }
  } catch (error) {
    if (error instanceof ConfigurationError) throw error
    throw new ConfigurationError(`${messageFrom(error)}\n${usage}`)
  }
}

function inWords(budget: BudgetName, allowed: number | null): string {
  if (allowed === null) return 'unlimited'
  const window = budgetWindows[budget]
  const isBytes = budget === 'uploads' || budget === 'storage'
  const amount = isBytes ? formatBytes(allowed) : allowed.toLocaleString('en')
  return `${amount}${budget === 'work' ? ' seconds' : ''}${window ? ` a ${window}` : ''}`.replace(
    ' a hour',
    ' an hour',
  )
}

async function showAndSet(): Promise<void> {
  const { company, changes } = readArguments()
  const config = readConfig(process.env)
  const product = await openProductDatabase(config, 'command', say)
  try {
    await withOwner(product.ownerUrl, async owner => {
      const found = await findCompanies(owner, company)
      const [only] = found
      if (!only)
        throw new ConfigurationError(`No company here is called “${company}”, or has that account id.`)
      if (found.length > 1)
        throw new ConfigurationError(
          `${found.length} companies are called “${company}”. Name one by its account id:\n` +
            found.map(({ id, name, founded }) => `  ${id}  ${name}, since ${founded}`).join('\n'),
        )
      if (changes.length > 0) await setOwnLimits(owner, only.id, changes)
      const own = await ownLimits(owner, only.id)
      say(`${only.name} (${only.id})`)
      for (const budget of budgetNames) {
        const mine = own.find(one => one.budget === budget)
        const allowed = mine ? mine.allowed : config.budgets.company[budget]
        say(`  ${budgetLabels[budget]}: ${inWords(budget, allowed)}${mine ? ', its own limit' : ''}`)
      }
      if (changes.length > 0) say('Running servers apply it within a second of the company’s next call.')
    })
  } finally {
    await product.close()
  }
}

try {
  await showAndSet()
} catch (error) {
  say(startFailure(error))
  process.exitCode = 1
}
