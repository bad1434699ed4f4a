import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts'
import { buildCompany, type Caller } from './factories.ts'
import { openRows, type Rows } from './rows.ts'

/** A function where what it answers is known only once the tests run, such as a mail server's address. */
type Options = TestAppOptions | (() => TestAppOptions | Promise<TestAppOptions>)
type TestProduct = { product: TestApp; rows: Rows }
type Build<Company> = (product: TestApp) => Promise<Company>

/*
 * Each of these is called once at the top of a file. What it returns is filled before the first test, so it can be
 * taken apart at once, and ended after the last.
 */

/** Anything that the tests of a file share; what is started later may use it and ends before it. */
export function sharedByTests<Part extends { close(): unknown }>(start: () => Promise<Part>): Part {
  const part = {} as Part
  beforeAll(async () => void Object.assign(part, await start()))
  // It is not there where its start failed.
  afterAll(async () => void (await (part as Partial<Part>).close?.()))
  return part
}

/** Starts the product for a file of tests. */
export function testProduct(options: Options = {}): TestProduct {
  const product = sharedByTests(async () =>
    startTestApp(typeof options === 'function' ? await options() : options),
  )
  return { product, rows: sharedByTests(() => openRows(product)) }
}

/** The same with one company for all tests of the file. */
export function testCompany(options?: Options): TestProduct & { company: Caller }
export function testCompany<Company extends Caller>(
  options: Options | undefined,
  build: Build<Company>,
): TestProduct & { company: Company }
export function testCompany(options?: Options, build: Build<Caller> = buildCompany) {
  const { product, rows } = testProduct(options)
  const company = {} as Caller
  beforeAll(async () => void Object.assign(company, await build(product)))
  return { product, rows, company }
}

/** The same with a new company for each test: `company` is another one in each. */
export function companyPerTest(options?: Options): TestProduct & { company: Caller }
export function companyPerTest<Company extends Caller>(
  options: Options | undefined,
  build: Build<Company>,
): TestProduct & { company: Company }
export function companyPerTest(options?: Options, build: Build<Caller> = buildCompany) {
  const { product, rows } = testProduct(options)
  const company = {} as Caller
  beforeEach(async () => void Object.assign(company, await build(product)))
  return { product, rows, company }
}
