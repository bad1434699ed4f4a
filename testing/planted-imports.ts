/** A small file that breaks one rule, and the rule that has to say so. */
export type Planted = { breaks: string; at: string; code: string; rule: string }

const imports = 'eslint(no-restricted-imports)'
const parents = 'import(no-relative-parent-imports)'

const takes = (specifier: string) => `import { it } from '${specifier}'\nconsole.log(it)`
const breaking = (breaks: string, at: string, code: string, rule = imports): Planted => ({
  breaks,
  at,
  code,
  rule,
})

const contractBreaks = [
  breaking('contract imports the server', 'contract/a1.ts', takes('#server/jobs/records.ts')),
  breaking('contract imports the web', 'contract/a2.ts', takes('#web/lib/client.ts')),
  breaking('contract imports the tests', 'contract/a3.ts', takes('#testing/browser.ts')),
  breaking('contract imports a package', 'contract/a4.ts', takes('kysely')),
  breaking('contract imports Node', 'contract/a5.ts', takes('node:fs')),
  breaking('contract goes up by a relative path', 'contract/a6.ts', takes('../server/config.ts'), parents),
  breaking('contract imports on demand', 'contract/a7.ts', `export const it = () => import('#web/main.tsx')`),
]

const floorBreaks = [
  breaking('the server imports the web', 'server/b1/commands.ts', takes('#web/lib/client.ts')),
  breaking(
    'the server imports a type of the web',
    'server/b2/commands.ts',
    `import type { It } from '#web/it.ts'\nexport type Own = It`,
  ),
  breaking('a server file at the root imports the web', 'server/b3.ts', takes('#web/lib/client.ts')),
  breaking('app.ts imports the web', 'server/app.ts', takes('#web/lib/client.ts')),
  breaking('records import the web', 'server/b4/records.ts', takes('#web/lib/client.ts')),
  breaking(
    'the server goes round by a relative path',
    'server/b5/commands.ts',
    takes('../../web/lib/client.ts'),
    parents,
  ),
  breaking(
    'the server hides the way up',
    'server/b6/commands.ts',
    takes('./../../web/lib/client.ts'),
    parents,
  ),
  breaking(
    'the server imports the web on demand',
    'server/b7/commands.ts',
    `export const it = () => import('#web/main.tsx')`,
  ),
  breaking('the server passes the web on', 'server/b8/commands.ts', `export { it } from '#web/main.tsx'`),
  breaking('the server imports the tests', 'server/b9/commands.ts', takes('#testing/browser.ts')),
  breaking('a server test imports the web', 'server/b10/jobs.test.ts', takes('#web/lib/client.ts')),
  breaking('the web imports the server', 'web/c1/JobScreen.tsx', takes('#server/config.ts')),
  breaking(
    'the web imports a type of the server',
    'web/c2/JobScreen.tsx',
    `import type { It } from '#server/it.ts'\nexport type Own = It`,
  ),
  breaking('a web file at the root imports the server', 'web/router.tsx', takes('#server/config.ts')),
  breaking('web/lib imports the server', 'web/lib/c3.ts', takes('#server/config.ts')),
  breaking(
    'the web goes round by a relative path',
    'web/c4/JobScreen.tsx',
    takes('../../server/config.ts'),
    parents,
  ),
  breaking(
    'a type annotation reaches over',
    'web/c5/JobScreen.tsx',
    `export type Own = typeof import('#server/it.ts')`,
    'typescript(consistent-type-imports)',
  ),
  breaking('the server imports a script', 'server/worker.ts', takes('#scripts/build-web.ts')),
  breaking('records import a script', 'server/b11/records.ts', takes('#scripts/seed.ts')),
  breaking('a server test imports a script', 'server/b12/jobs.test.ts', takes('#scripts/seed.ts')),
  breaking('the server imports a benchmark', 'server/b13/commands.ts', takes('#benchmarks/load.ts')),
  breaking('the web imports a script', 'web/c7/JobScreen.tsx', takes('#scripts/build-web.ts')),
  breaking('a web test imports a script', 'web/c8/JobScreen.test.tsx', takes('#scripts/build-web.ts')),
  breaking('what tests share imports a script', 'testing/faults/h1.ts', takes('#scripts/seed.ts')),
  breaking('a test of the tools imports a benchmark', 'testing/h2.test.ts', takes('#benchmarks/load.ts')),
  breaking('a script imports a benchmark', 'scripts/h3.ts', takes('#benchmarks/load.ts')),
  breaking('a journey imports a script', 'e2e/h4.spec.ts', takes('#scripts/seed.ts')),
  breaking('a journey imports the server', 'e2e/c6.test.ts', takes('#server/config.ts')),
]

const layerBreaks = [
  breaking("routes import another slice's routes", 'server/d1/routes.ts', takes('#server/jobs/routes.ts')),
  breaking('commands import routes', 'server/d2/commands.ts', takes('./routes.ts')),
  breaking('records import routes', 'server/d3/records.ts', takes('./routes.ts')),
  breaking('records import commands', 'server/d4/records.ts', takes('./commands.ts')),
  breaking(
    "records import another slice's commands",
    'server/d5/records.ts',
    takes('#server/jobs/commands.ts'),
  ),
  breaking('records import commands of one subject', 'server/d13/records.ts', takes('./series-commands.ts')),
  breaking('records refuse', 'server/d14/records.ts', takes('#server/errors.ts')),
  breaking('routes run SQL', 'server/d6/routes.ts', takes('kysely')),
  breaking('commands run SQL', 'server/d7/commands.ts', takes('kysely')),
  breaking('commands run SQL by the driver', 'server/d8/commands.ts', takes('pg')),
  breaking('another file of a slice runs SQL', 'server/d9/generate.ts', takes('kysely')),
  breaking('a server file at the root runs SQL', 'server/d10.ts', takes('pg')),
  breaking('identity runs SQL outside its store', 'server/identity/d11.ts', takes('pg')),
  breaking('the database imports a slice', 'server/db/d12.ts', takes('#server/jobs/records.ts')),
]

const entityBreaks = ['word', 'files', 'mail'].flatMap(name => [
  breaking(`${name} imports a slice`, `server/${name}/e1.ts`, takes('#server/jobs/records.ts')),
  breaking(`${name} imports an entity's contract`, `server/${name}/e2.ts`, takes('#contract/jobs.ts')),
  breaking(`${name} runs SQL`, `server/${name}/e3.ts`, takes('kysely')),
  breaking(
    `${name} goes round by a relative path`,
    `server/${name}/e4.ts`,
    takes('../jobs/records.ts'),
    parents,
  ),
])

const webBreaks = [
  breaking("a slice imports another's screen", 'web/f1/JobScreen.tsx', takes('#web/ports/PortsScreen.tsx')),
  breaking("a slice imports another's tab", 'web/f2/JobScreen.tsx', takes('#web/finance/FinanceTab.tsx')),
  breaking("a slice imports another's inner part", 'web/f3/queries.ts', takes('#web/ports/port-name.ts')),
  breaking(
    'a slice goes round by a relative path',
    'web/f4/JobScreen.tsx',
    takes('../ports/port-name.ts'),
    parents,
  ),
  breaking('the frame imports a screen', 'web/shell/f5.tsx', takes('#web/ports/PortsScreen.tsx')),
  breaking('web/ui imports a slice', 'web/ui/f6.tsx', takes('#web/ports/PortPicker.tsx')),
  breaking("web/ui imports a slice's queries", 'web/ui/f7.tsx', takes('#web/ports/queries.ts')),
  breaking('web/lib imports a slice', 'web/lib/f8.ts', takes('#web/ports/queries.ts')),
  breaking('web/ui imports the records', 'web/ui/f10.tsx', takes('#web/records/queries.ts')),
  breaking('web/records imports a slice', 'web/records/f11.tsx', takes('#web/jobs/queries.ts')),
  breaking("web/records imports a slice's picker", 'web/records/f12.tsx', takes('#web/ports/PortPicker.tsx')),
  breaking('web/ui imports the frame', 'web/ui/f9.tsx', takes('#web/shell/Shell.tsx')),
]

const styleBreaks = [
  breaking(
    'any',
    'server/g1/commands.ts',
    'export const it = (value: any): number => value',
    'typescript(no-explicit-any)',
  ),
  breaking(
    'a promise nobody waits for',
    'server/g2/commands.ts',
    `async function it() {}\nexport function go() {\n  it()\n}`,
    'typescript(no-floating-promises)',
  ),
  breaking('a default export', 'server/g3/commands.ts', 'export default 1', 'import(no-default-export)'),
  breaking(
    'a barrel',
    'server/g4/all.ts',
    `export * from './one.ts'\nexport * from './two.ts'`,
    'oxc(no-barrel-file)',
  ),
  breaking(
    'a cycle, one way',
    'server/g5/one.ts',
    `import { two } from './two.ts'\nexport const one = () => two()`,
    'import(no-cycle)',
  ),
  breaking(
    'a cycle, back',
    'server/g5/two.ts',
    `import { one } from './one.ts'\nexport const two = (): unknown => one()`,
    'import(no-cycle)',
  ),
  breaking(
    'a file too long',
    'server/g6/commands.ts',
    'export const it = [\n' + '  1,\n'.repeat(300) + ']',
    'eslint(max-lines)',
  ),
  breaking(
    'a test too long',
    'server/g7/it.test.ts',
    'export const it = [\n' + '  1,\n'.repeat(500) + ']',
    'eslint(max-lines)',
  ),
  breaking(
    'a hook under a condition',
    'web/g8/JobTab.tsx',
    `import { useState } from 'react'\nexport function JobTab({ open }: { open: boolean }) {\n  if (open) useState(0)\n  return null\n}`,
    'react-hooks(rules-of-hooks)',
  ),
  breaking(
    'a picture without words',
    'web/g9/JobTab.tsx',
    `export const JobTab = () => <img src="/ship.svg" />`,
    'jsx-a11y(alt-text)',
  ),
  breaking(
    'a type check turned off',
    'server/g10/commands.ts',
    `// @ts-ignore\nexport const it: number = 'one'`,
    'typescript(ban-ts-comment)',
  ),
]

export const planted: Planted[] = [
  ...contractBreaks,
  ...floorBreaks,
  ...layerBreaks,
  ...entityBreaks,
  ...webBreaks,
  ...styleBreaks,
]

/** What the rules must let pass, so that none of them is passed by forbidding everything. */
export const allowed: { at: string; code: string }[] = [
  { at: 'contract/ok1.ts', code: takes('zod') },
  { at: 'contract/ok2.ts', code: takes('./endpoint.ts') },
  { at: 'server/ok1/routes.ts', code: takes('./commands.ts') },
  { at: 'server/ok2/routes.ts', code: takes('./records.ts') },
  { at: 'server/ok3/routes.ts', code: takes('#contract/jobs.ts') },
  { at: 'server/ok4/commands.ts', code: takes('./records.ts') },
  { at: 'server/ok5/commands.ts', code: takes('#server/parties/commands.ts') },
  { at: 'server/ok6/commands.ts', code: takes('#server/db/db.ts') },
  { at: 'server/ok7/records.ts', code: takes('kysely') },
  { at: 'server/ok8/records.ts', code: takes('#server/parties/records.ts') },
  { at: 'server/main.ts', code: takes('#server/web-build.ts') },
  { at: 'testing/ok14.ts', code: takes('#server/main.ts') },
  { at: 'scripts/ok15.ts', code: takes('#testing/step.ts') },
  { at: 'benchmarks/ok16.ts', code: takes('#scripts/libreoffice.ts') },
  { at: 'server/db/ok9.ts', code: takes('pg') },
  { at: 'server/db/ok10.ts', code: takes('#server/config.ts') },
  { at: 'server/identity/store/planted.ts', code: takes('pg') },
  { at: 'server/word/ok11.ts', code: takes('#server/word/read.ts') },
  { at: 'server/files/ok12.ts', code: takes('#server/errors.ts') },
  { at: 'server/ok13/jobs.test.ts', code: takes('#testing/browser.ts') },
  { at: 'web/ok1/JobScreen.tsx', code: takes('#web/ports/PortPicker.tsx') },
  { at: 'web/ok2/JobScreen.tsx', code: takes('#web/ports/queries.ts') },
  { at: 'web/ok3/JobScreen.tsx', code: takes('#web/ui/Field.tsx') },
  { at: 'web/ok4/JobScreen.tsx', code: takes('#web/lib/client.ts') },
  { at: 'web/ok5/JobScreen.tsx', code: takes('./job-card.ts') },
  { at: 'web/ok6/JobScreen.tsx', code: takes('#contract/jobs.ts') },
  { at: 'web/ok8/JobScreen.tsx', code: takes('#web/records/typed-details.ts') },
  { at: 'web/records/ok9.tsx', code: takes('#web/ui/Field.tsx') },
  { at: 'web/main.tsx', code: takes('#web/jobs/JobScreen.tsx') },
  { at: 'web/ui/ok7.tsx', code: takes('#web/lib/client.ts') },
]
