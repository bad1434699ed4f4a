import { startBackgroundWork } from './background/start.ts'
import { readBrand } from './brand.ts'
import { readConfig } from './config.ts'
import { openCheckedStore } from './installation/checked-store.ts'
import { createSeal } from '#server/identity/store/sealing.ts'
import { openMailService } from './mails/mail-service.ts'
import { openProductDatabase } from './product-database.ts'
import { endOnSignals, unlessHurried } from './shutdown.ts'
import { surviveComponentFailures } from './survive-failures.ts'
import { startFailure } from './start-failure.ts'

/** npm run worker: background work in a process of its own, beside any number of servers. */
const say = (line: string) => process.stdout.write(`${line}\n`)

async function start(): Promise<void> {
  const config = readConfig({ ...process.env, BACKGROUND: 'on' })
  for (const warning of config.warnings) say(warning)
  const product = await openProductDatabase(config, 'command', say)
  const files = await openCheckedStore(config, product, say).catch(async (error: unknown) => {
    // Whoever leaves the built-in database last stops it.
    await product.close()
    throw error
  })
  const mail = openMailService(config.mail, await readBrand(config.brandFile), product.database.pool)
  const runner = await startBackgroundWork({
    ...product,
    files,
    mail,
    seal: createSeal(config.key),
    publicUrl: config.publicUrl,
    log: say,
  })
  surviveComponentFailures(say)
  endOnSignals({
    onStopping: () => undefined,
    close: async hurry => {
      await unlessHurried(runner.stop(), hurry)
      mail.close()
      await unlessHurried(files.close(), hurry)
      await product.close(hurry)
    },
    patience: 20_000,
    say,
  })
  say('The worker is ready.')
}

try {
  await start()
} catch (error) {
  say(startFailure(error))
  process.exit(1)
}
