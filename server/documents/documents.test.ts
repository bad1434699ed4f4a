import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Document } from '#contract/documents.ts'
import type { Problem } from '#contract/errors.ts'
import type { Job } from '#contract/jobs.ts'
import {
  buildColleague,
  buildCompany,
  buildJob,
  formWithFile,
  type Caller,
  type Reply,
} from '#testing/factories.ts'
import { testCompany } from '#testing/test-company.ts'
import { uploadQueue } from './upload.ts'

const LIMIT = 300_000

const { product, rows, company } = testCompany({ uploadLimitBytes: LIMIT })
let stranger: Caller
let job: Job

beforeAll(async () => {
  stranger = await buildCompany(product)
})
beforeEach(async () => {
  job = await buildJob(company)
})

const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const pdf = (text: string) => `%PDF-1.7\n${text}`

type Form = ReturnType<typeof formWithFile>

const post = <Body = Document>({ payload, headers }: Form, caller = company, more = {}) =>
  caller.call<Body>('POST', '/api/document', payload, { ...headers, ...more })
const put = <Body = Document>({ payload, headers }: Form, caller = company, more = {}) =>
  caller.call<Body>('PUT', '/api/document/updatedocumentcontent', payload, { ...headers, ...more })
const upload = <Body = Document>(name: string, content: string | Uint8Array, fields = {}) =>
  post<Body>(formWithFile({ name, content }, { shipmentId: job.id, ...fields }))

const rowsOf = (table: string) => rows.select(`select * from ${table}`)

/** The files that the store holds, as keys, and what it has begun. */
async function storedFiles(): Promise<string[]> {
  const entries = await readdir(product.filesFolder, { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
}

/** Runs `work` and expects it to leave no file, no row and no half-finished upload behind. */
async function leavesNothing<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = { files: await storedFiles(), documents: await rowsOf('documents') }
  const result = await work()
  expect({ files: await storedFiles(), documents: await rowsOf('documents') }).toEqual(before)
  expect(await rowsOf('started_uploads')).toEqual([])
  expect(await rowsOf('earlier_contents where document_id not in (select id from documents)')).toEqual([])
  return result
}

const refusal = ({ status, body }: Reply<unknown>) => ({ status, code: (body as Problem).code })

describe('attaching a file', () => {
  test('stores it whole and answers the document, whatever the order of the form', async () => {
    const fileFirst = formWithFile({ name: 'Invoice 7.pdf', content: pdf('one') }, { shipmentId: job.id })
    const { status, body, headers } = await post(fileFirst)
    expect(status).toBe(201)
    expect(body).toEqual({
      id: uuid,
      shipmentId: job.id,
      name: 'Invoice 7.pdf',
      type: 'PDF',
      date: instant,
      size: 12,
      mayRunCode: false,
      templateId: null,
      version: 1,
    })
    expect(headers.etag).toBe('"1"')
    const stored = await rows.select('select * from documents where id = $1', [body.id])
    expect(stored).toEqual([
      {
        account_id: company.membership.account.id,
        id: body.id,
        job_id: job.id,
        name: 'Invoice 7.pdf',
        type: 'PDF',
        media_type: 'application/pdf',
        may_run_code: false,
        size: '12',
        content_key: expect.stringMatching(new RegExp(`^${company.membership.account.id}/[0-9a-f-]{36}$`)),
        content_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        date: new Date(body.date),
        version: 1,
        deleted_at: null,
        deleted_by: null,
        template_id: null,
        template_version: null,
        job_version: null,
        set_id: null,
        numbers_given: null,
        note_id: null,
        original_or_copy: null,
      },
    ])
    const [row] = stored as { content_key: string }[]
    expect(await readFile(join(product.filesFolder, row?.content_key ?? ''), 'utf8')).toBe(pdf('one'))
    expect(await rowsOf('started_uploads')).toEqual([])
    const opened = await company.call<Job>('GET', `/api/shipment/${job.id}`)
    expect(opened.body.documents).toEqual([body])
    expect(opened.body.version).toBe(job.version)
  })

  test('takes the specification’s field names and an id of the browser’s own', async () => {
    const id = randomUUID()
    const form = formWithFile(
      { name: 'a.txt', content: 'hello' },
      { ShipmentId: job.id.toUpperCase(), Id: id },
    )
    const { status, body } = await post(form)
    expect({ status, id: body.id, shipmentId: body.shipmentId }).toEqual({
      status: 201,
      id,
      shipmentId: job.id,
    })
  })

  test('an empty file is kept too', async () => {
    const { status, body } = await upload('empty.txt', '')
    expect({ status, size: body.size, type: body.type }).toEqual({ status: 201, size: 0, type: 'Text' })
    const download = await company.call('GET', `/api/document/${body.id}`)
    expect({ status: download.status, body: download.body }).toEqual({ status: 200, body: null })
  })

  test.each([
    ['C:\\Users\\me\\Packing list.xlsx', 'Packing list.xlsx'],
    ['../../etc/passwd', 'passwd'],
    ['Ünïcode 出荷.txt', 'Ünïcode 出荷.txt'],
    ['Cafe\u0301.txt', 'Café.txt'],
    ['evil\u202Efdp.exe', 'evilfdp.exe'],
    ['a%22b.txt', 'a"b.txt'],
    [`${'n'.repeat(300)}.txt`, `${'n'.repeat(251)}.txt`],
  ])('the name “%s” is kept as “%s”', async (sent, kept) => {
    const { body } = await upload(sent, 'x')
    expect(body.name).toBe(kept)
  })

  test('a repeated call answers what the first one stored', async () => {
    const id = randomUUID()
    const first = await upload('a.txt', 'same', { id })
    const again = await leavesNothing(() => upload('a.txt', 'same', { id }))
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
  })

  test('the same id with another content is refused, naming what stands', async () => {
    const id = randomUUID()
    const { body } = await upload('a.txt', 'one', { id })
    const other = await leavesNothing(() => upload<Problem>('a.txt', 'two', { id }))
    expect(refusal(other)).toEqual({ status: 409, code: 'already_exists' })
    expect(other.body.current).toEqual(body)
    const elsewhere = await buildJob(company)
    const form = formWithFile({ name: 'a.txt', content: 'one' }, { shipmentId: elsewhere.id, id })
    expect(refusal(await leavesNothing(() => post(form)))).toEqual({ status: 409, code: 'already_exists' })
  })

  test('a name that stands on the job is refused in upper and lower case alike, naming the document', async () => {
    // Before the job in whichever order the database reads.
    const { body: elsewhere } = await company.call<Job>('POST', '/api/shipment', {
      id: `00000000${randomUUID().slice(8)}`,
    })
    const form = formWithFile({ name: 'straße äö.pdf', content: pdf('x') }, { shipmentId: elsewhere.id })
    expect((await post(form)).status).toBe(201)
    const { body } = await upload('Straße ÄÖ.pdf', pdf('one'))
    const again = await leavesNothing(() => upload<Problem>('STRAßE äö.PDF', pdf('two')))
    expect(again.status).toBe(409)
    expect(again.body).toEqual({
      type: 'about:blank',
      status: 409,
      code: 'already_exists',
      title: 'It already exists',
      detail: expect.stringContaining('“STRAßE äö.PDF” already exists'),
      current: body,
    })
  })

  test('of several at the same moment under one name, one is kept and the others are told', async () => {
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, number) => upload('race.txt', `content ${number}`)),
    )
    expect(replies.map(reply => reply.status).sort((one, other) => one - other)).toEqual([
      201, 409, 409, 409, 409, 409,
    ])
    const existing = replies.find(reply => reply.status === 201)?.body
    for (const reply of replies)
      if (reply.status === 409) expect((reply.body as unknown as Problem).current).toEqual(existing)
    expect(await rowsOf('started_uploads')).toEqual([])
    const stored = await rows.select('select content_key from documents where job_id = $1', [job.id])
    expect(stored).toHaveLength(1)
  })

  test('a job of another company, or none, is not found', async () => {
    const form = formWithFile({ name: 'a.txt', content: 'x' }, { shipmentId: job.id })
    const foreign = await leavesNothing(() => post<Problem>(form, stranger))
    const unknown = await leavesNothing(() =>
      post<Problem>(formWithFile({ name: 'a.txt', content: 'x' }, { shipmentId: randomUUID() })),
    )
    expect(refusal(foreign)).toEqual({ status: 404, code: 'not_found' })
    expect(foreign.body).toEqual(unknown.body)
  })
})

describe('an upload that is refused leaves nothing behind:', () => {
  const boundary = '----lading-test-boundary'
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const filePart = (name: string, fileName: string, content = 'x') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\n` +
    `Content-Type: application/octet-stream\r\n\r\n${content}\r\n`
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const end = `--${boundary}--\r\n`
  const manyFields = Array.from({ length: 40 }, (_, number) => field(`f${number}`, 'x')).join('')
  const shipment = () => field('shipmentId', job.id)

  test.each<[string, () => string, number, string]>([
    ['no file', () => shipment() + end, 400, 'invalid_input'],
    ['an empty form', () => end, 400, 'invalid_input'],
    ['nothing at all', () => '', 400, 'invalid_input'],
    [
      'two files',
      () => filePart('afile', 'a') + filePart('afile', 'b') + shipment() + end,
      400,
      'invalid_input',
    ],
    ['three files', () => filePart('afile', 'a').repeat(3) + shipment() + end, 400, 'invalid_input'],
    ['a part of another name', () => filePart('file', 'a') + shipment() + end, 400, 'invalid_input'],
    ['text where the file should be', () => field('afile', 'hello') + shipment() + end, 400, 'invalid_input'],
    ['a file without a name', () => filePart('afile', '') + shipment() + end, 400, 'invalid_input'],
    ['a name of dots', () => filePart('afile', '../..') + shipment() + end, 400, 'invalid_input'],
    ['no job', () => filePart('afile', 'a') + end, 400, 'invalid_input'],
    [
      'a job that is no id',
      () => filePart('afile', 'a') + field('shipmentId', 'x') + end,
      400,
      'invalid_input',
    ],
    ['a job said twice', () => filePart('afile', 'a') + shipment() + shipment() + end, 400, 'invalid_input'],
    [
      'a field of the prototype',
      () => field('__proto__', 'x') + filePart('afile', 'a') + end,
      400,
      'bad_request',
    ],
    ['too many fields', () => manyFields + filePart('afile', 'a') + end, 400, 'bad_request'],
    ['a form that breaks off', () => filePart('afile', 'a', 'x'.repeat(9000)), 400, 'bad_request'],
    ['a form that breaks off in the file', () => filePart('afile', 'a').slice(0, -4), 400, 'bad_request'],
    ['no form inside', () => 'this is not a form', 400, 'bad_request'],
    [
      'a file that is too large',
      () => filePart('afile', 'a', 'x'.repeat(LIMIT + 1)) + shipment() + end,
      413,
      'too_large',
    ],
  ])('%s', async (_, payload, status, code) => {
    const reply = await leavesNothing(() =>
      company.call<Problem>('POST', '/api/document', Buffer.from(payload()), headers),
    )
    expect({ ...refusal(reply), type: reply.headers['content-type'] }).toEqual({
      status,
      code,
      type: 'application/problem+json',
    })
    expect(reply.body.detail).not.toMatch(/undefined|Error|FST_/)
  })

  test('a file of exactly the limit is kept', async () => {
    const { status, body } = await upload('limit.bin', Buffer.alloc(LIMIT, 1))
    expect({ status, size: body.size }).toEqual({ status: 201, size: LIMIT })
  })

  test('a form without a boundary', async () => {
    const reply = await leavesNothing(() =>
      company.call('POST', '/api/document', Buffer.from('x'), { 'content-type': 'multipart/form-data' }),
    )
    expect(refusal(reply)).toEqual({ status: 400, code: 'bad_request' })
  })

  test('JSON instead of a form', async () => {
    const reply = await leavesNothing(() => company.call('POST', '/api/document', { shipmentId: job.id }))
    expect(refusal(reply)).toEqual({ status: 415, code: 'unsupported_media_type' })
  })

  test('nobody signed in', async () => {
    const { payload, headers: type } = formWithFile({ name: 'a', content: 'x' }, { shipmentId: job.id })
    for (const [method, url] of [
      ['POST', '/api/document'],
      ['PUT', '/api/document/updatedocumentcontent'],
      ['GET', `/api/document/${randomUUID()}`],
    ] as const) {
      const reply = await leavesNothing(() =>
        product.app.inject({ method, url, ...(method !== 'GET' && { payload, headers: type }) }),
      )
      expect({ status: reply.statusCode, code: reply.json<Problem>().code }).toEqual({
        status: 401,
        code: 'sign_in_required',
      })
    }
  })

  test('a viewer', async () => {
    const viewer = await buildColleague(product, company, 'viewer')
    const form = formWithFile({ name: 'a.txt', content: 'x' }, { shipmentId: job.id })
    expect(refusal(await leavesNothing(() => post(form, viewer)))).toEqual({
      status: 403,
      code: 'not_allowed',
    })
  })
})

test('a company whose uploads fill its queue is told to come back; another’s file is taken', async () => {
  let release = () => {}
  const held = new Promise<void>(resolve => (release = resolve))
  const { id } = company.membership.account
  const underWay = Array.from({ length: 58 }, () => uploadQueue.take(id, () => held))
  const refused = await leavesNothing(() => upload<Problem>('One more.pdf', pdf('one')))
  expect(refused).toMatchObject({
    status: 503,
    body: {
      code: 'unavailable',
      detail: 'Your company is uploading too many files at once. Send this one again in a minute.',
    },
    headers: { 'retry-after': '30' },
  })
  const theirJob = await buildJob(stranger)
  const form = formWithFile({ name: 'Theirs.pdf', content: pdf('two') }, { shipmentId: theirJob.id })
  expect((await post(form, stranger)).status).toBe(201)
  release()
  await Promise.all(underWay)
  expect((await upload('One more.pdf', pdf('one'))).status).toBe(201)
})

describe('replacing a document’s content', () => {
  const replacement = (id: string, content: string | Uint8Array, name = 'anything.pdf') =>
    formWithFile({ name, content }, { documentId: id })

  test('keeps the name and the earlier content, and makes a new version', async () => {
    const { body: first } = await upload('Draft.pdf', pdf('one'))
    const [before] = await rows.select<{ content_key: string; size: string }>(
      'select content_key, size from documents where id = $1',
      [first.id],
    )
    const { status, body, headers } = await put(replacement(first.id, pdf('the second')))
    expect(status).toBe(200)
    expect(body).toEqual({ ...first, date: instant, size: 19, version: 2 })
    expect(Date.parse(body.date)).toBeGreaterThan(Date.parse(first.date))
    expect(headers.etag).toBe('"2"')
    const earlier = await rows.select('select * from earlier_contents where document_id = $1', [first.id])
    expect(earlier).toEqual([
      {
        account_id: company.membership.account.id,
        id: uuid,
        document_id: first.id,
        template_id: null,
        content_key: before?.content_key,
        size: '12',
        replaced_at: new Date(body.date),
        replaced_by: company.membership.user.id,
        date: new Date(first.date),
      },
    ])
    expect(await readFile(join(product.filesFolder, before?.content_key ?? ''), 'utf8')).toBe(pdf('one'))
    expect((await company.call('GET', `/api/document/${first.id}`)).body).toBe(pdf('the second'))
  })

  test('tells the kind anew', async () => {
    const { body: first } = await upload('Notes.pdf', pdf('one'))
    const { body } = await put(replacement(first.id, '<script>alert(1)</script>'))
    expect({ type: body.type, mayRunCode: body.mayRunCode }).toEqual({ type: 'Web Page', mayRunCode: true })
  })

  test('an outdated If-Match is refused with what stands and what was changed', async () => {
    const { body: first } = await upload('Draft.pdf', pdf('one'))
    const { body: second } = await put(replacement(first.id, pdf('second!')), company, { 'if-match': '"1"' })
    const refused = await leavesNothing(() =>
      put<Problem>(replacement(first.id, pdf('third')), company, { 'if-match': '"1"' }),
    )
    expect(refusal(refused)).toEqual({ status: 412, code: 'changed_meanwhile' })
    expect(refused.body.current).toEqual(second)
    expect(refused.body.changes?.map(({ field, old, new: now, by }) => ({ field, old, now, by }))).toEqual(
      expect.arrayContaining([{ field: 'size', old: 12, now: 16, by: company.membership.user.displayName }]),
    )
  })

  test('replacing at the same moment loses none of the contents', async () => {
    const { body } = await upload('busy.txt', 'zero')
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, number) => put(replacement(body.id, `content ${number}`))),
    )
    expect(replies.map(reply => reply.body.version).sort((one, other) => one - other)).toEqual([
      2, 3, 4, 5, 6,
    ])
    const earlier = await rows.select<{ content_key: string }>(
      'select content_key from earlier_contents where document_id = $1',
      [body.id],
    )
    const contents = earlier.map(({ content_key }) =>
      readFile(join(product.filesFolder, content_key), 'utf8'),
    )
    const { body: existing } = await company.call('GET', `/api/document/${body.id}`)
    expect(new Set([...(await Promise.all(contents)), existing])).toEqual(
      new Set([...Array.from({ length: 5 }, (_, number) => `content ${number}`), 'zero']),
    )
  })

  test('another company’s document, or none, is not found', async () => {
    const { body } = await upload('mine.txt', 'mine')
    const foreign = await leavesNothing(() => put<Problem>(replacement(body.id, 'x'), stranger))
    const unknown = await leavesNothing(() => put<Problem>(replacement(randomUUID(), 'x')))
    expect(refusal(foreign)).toEqual({ status: 404, code: 'not_found' })
    expect(foreign.body).toEqual(unknown.body)
    expect((await company.call('GET', `/api/document/${body.id}`)).body).toBe('mine')
  })

  test('a form without the document’s id is refused', async () => {
    const reply = await leavesNothing(() => put<Problem>(formWithFile({ name: 'a', content: 'x' })))
    expect(refusal(reply)).toEqual({ status: 400, code: 'invalid_input' })
    expect(reply.body.errors?.map(({ path }) => path)).toEqual(['documentId'])
  })
})

describe('downloading', () => {
  test('sends the bytes as an attachment that no browser opens here', async () => {
    const { body } = await upload('Ræport %221%22.pdf', pdf('one'))
    const { status, body: content, headers } = await company.call('GET', `/api/document/${body.id}`)
    expect({ status, content }).toEqual({ status: 200, content: pdf('one') })
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '12',
      'content-disposition': `attachment; filename="R_port _1_.pdf"; filename*=UTF-8''R%C3%A6port%20%221%22.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
    })
  })

  describe('a part of a file', () => {
    let address: string
    let etag: string
    const ask = async (headers: Record<string, string>) => {
      const reply = await company.call<string>('GET', address, undefined, headers)
      const { 'content-range': range, 'content-length': length } = reply.headers
      return [reply.status, reply.body, range, length]
    }
    beforeEach(async () => {
      const { body } = await upload('digits.txt', '0123456789')
      address = `/api/document/${body.id}`
      const { headers } = await company.call('GET', address)
      expect(headers['accept-ranges']).toBe('bytes')
      etag = String(headers['etag'])
    })

    test.each([
      ['bytes=2-4', '234', 'bytes 2-4/10'],
      ['bytes=7-', '789', 'bytes 7-9/10'],
      ['bytes=-3', '789', 'bytes 7-9/10'],
      ['bytes=-50', '0123456789', 'bytes 0-9/10'],
      ['bytes=8-99', '89', 'bytes 8-9/10'],
    ])('%s', async (range, content, told) => {
      expect(await ask({ range })).toEqual([206, content, told, String(content.length)])
    })

    test.each(['bytes=0-1,4-5', 'bytes=4-2', 'bytes=-', 'bytes=a-b', 'lines=1-2'])(
      '%s is answered by the whole',
      async range => {
        expect(await ask({ range })).toEqual([200, '0123456789', undefined, '10'])
      },
    )

    test.each(['bytes=10-', 'bytes=10-20', 'bytes=-0'])('%s is behind its end', async range => {
      const reply = await company.call<Problem>('GET', address, undefined, { range })
      expect(refusal(reply)).toEqual({ status: 416, code: 'range_not_satisfiable' })
      expect(reply.headers).toMatchObject({
        'content-range': 'bytes */10',
        'content-type': expect.stringContaining('application/problem+json'),
      })
    })

    test('goes on with the same content alone', async () => {
      expect(etag).toMatch(/^"[\w-]{22}"$/)
      const range = 'bytes=5-'
      expect(await ask({ range, 'if-range': etag })).toEqual([206, '56789', 'bytes 5-9/10', '5'])
      const documentId = address.split('/').at(-1) ?? ''
      const { status } = await put(
        formWithFile({ name: 'digits.txt', content: 'abcdefghij' }, { documentId }),
      )
      expect(status).toBe(200)
      expect(await ask({ range, 'if-range': etag })).toEqual([200, 'abcdefghij', undefined, '10'])
      expect(await ask({ range, 'if-range': 'Mon, 23 Nov 2026 10:00:00 GMT' })).toEqual([
        ...[200, 'abcdefghij', undefined, '10'],
      ])
    })

    test('is nobody’s who may not have the whole', async () => {
      const foreign = await stranger.call<Problem>('GET', address, undefined, { range: 'bytes=0-1' })
      expect(refusal(foreign)).toEqual({ status: 404, code: 'not_found' })
    })
  })

  test('what may run code goes out as bytes of no kind', async () => {
    const { body } = await upload('page.html', '<html><script>alert(1)</script></html>')
    expect({ type: body.type, mayRunCode: body.mayRunCode }).toEqual({ type: 'Web Page', mayRunCode: true })
    const { headers } = await company.call('GET', `/api/document/${body.id}`)
    expect(headers['content-type']).toBe('application/octet-stream')
  })

  test('another company’s document, or none, is not found', async () => {
    const { body } = await upload('mine.txt', 'mine')
    const foreign = await stranger.call<Problem>('GET', `/api/document/${body.id}`)
    const unknown = await company.call<Problem>('GET', `/api/document/${randomUUID()}`)
    expect(refusal(foreign)).toEqual({ status: 404, code: 'not_found' })
    expect(foreign.body).toEqual(unknown.body)
    expect(refusal(await company.call('GET', '/api/document/not-an-id'))).toEqual({
      status: 400,
      code: 'invalid_input',
    })
  })
})
