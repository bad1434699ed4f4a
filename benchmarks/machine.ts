import { execFile } from 'node:child_process'
import { cpus, loadavg, release, totalmem } from 'node:os'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Which code was measured; the hash alone where nothing has changed since. */
async function commitNow(): Promise<string> {
  try {
    const { stdout: commit } = await run('git', ['rev-parse', '--short=12', 'HEAD'])
    const { stdout: changed } = await run('git', ['status', '--porcelain', '--untracked-files=no'])
    return `commit ${commit.trim()}${changed.trim() === '' ? '' : ' with changes'}`
  } catch {
    return 'no commit'
  }
}

/** What was measured where and when, and how much other work there was when it began. */
export async function describeRun(): Promise<string> {
  const processors = cpus()
  const model = processors[0]?.model.replaceAll(/\s+/g, ' ').trim() ?? ''
  return (
    `${new Date().toISOString().slice(0, 10)}, ${await commitNow()}, ${processors.length} cores (${model}), ` +
    `${Math.round(totalmem() / 1024 ** 3)} GiB, Linux ${release()}, Node ${process.version}, load ` +
    `${loadavg()[0]?.toFixed(1)} when it began; server, database and load generator share the machine.`
  )
}
