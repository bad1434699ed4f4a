import { relative } from 'node:path'
import { readReport } from './test-counts.ts'
import { root } from '#testing/step.ts'

/** Enough to know what broke; the rest stands further up in the output. */
const linesOfAReason = 12

const named = (where: string, reason: string) => {
  const lines = reason.trim().split('\n').slice(0, linesOfAReason)
  return [where, ...lines.map(line => `    ${line}`)].join('\n')
}

type UnitReport = {
  testResults: {
    name: string
    message: string
    status: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/** What vitest says where the process of a file was killed or broke down. */
const endOfAProcess = /Worker exited unexpectedly .*while running test file (?<file>.+)$/m

/** What failed in vitest's JSON report, and what broke outside all tests, each as a text with its reason. */
export async function unitFailures(reportPath: string, unhandledPath: string): Promise<string[]> {
  const files = (await readReport<UnitReport>(reportPath))?.testResults ?? []
  const unhandled = (await readReport<string[]>(unhandledPath)) ?? []
  const endIn = (file: string) =>
    unhandled.find(error => endOfAProcess.exec(error)?.groups?.['file'] === file)
  const failed = files.flatMap(({ name, message, status, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults.filter(test => test.status === 'failed')
    if (status === 'failed' && tests.length === 0) return [named(file, endIn(name) ?? message)]
    return tests.map(test => named(`${file}: ${test.fullName}`, test.failureMessages.join('\n')))
  })
  const elsewhere = unhandled.filter(error => !files.some(({ name }) => endIn(name) === error))
  return [...failed, ...elsewhere.map(error => named('outside all tests', error))]
}

type JourneySuite = {
  specs: {
    title: string
    file: string
    tests: { status: string; results: { error?: { message?: string } }[] }[]
  }[]
  suites?: JourneySuite[]
}

const specsOf = (suite: JourneySuite): JourneySuite['specs'] => [
  ...suite.specs,
  ...(suite.suites ?? []).flatMap(specsOf),
]

/** What failed in Playwright's JSON report, a journey that passed only when repeated included. */
export async function journeyFailures(reportPath: string): Promise<string[]> {
  const report = await readReport<{ suites: JourneySuite[]; errors: { message?: string }[] }>(reportPath)
  const specs = (report?.suites ?? []).flatMap(specsOf)
  const failed = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(test => test.status === 'unexpected' || test.status === 'flaky')
      .map(test => {
        const reasons = test.results.flatMap(({ error }) => error?.message ?? [])
        return named(`${file}: ${title}`, reasons.join('\n'))
      }),
  )
  const outside = (report?.errors ?? []).map(error => named('outside all journeys', error.message ?? ''))
  return [...failed, ...outside]
}
