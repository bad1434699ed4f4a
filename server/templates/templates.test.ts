import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/errors.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { buildCompany, formWithFile, type Caller, type Reply } from '#testing/factories.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { paragraph } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'

const { product, rows, company } = companyPerTest({ uploadLimitBytes: 300_000 })
let stranger: Caller

beforeAll(async () => {
  stranger = await buildCompany(product)
})

const path = '/api/documenttemplate'
const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

const wordFile = (text = 'Job {{Shipment.JobId}}') => templateFile({ body: paragraph(text) })

function sendForm<Body>(
  method: 'POST' | 'PUT',
  url: string,
  file: { name: string; content: Uint8Array | string },
  fields: Record<string, string>,
  { caller = company, headers = {} }: { caller?: Caller; headers?: Record<string, string> } = {},
) {
  const form = formWithFile(file, fields)
  return caller.call<Body>(method, url, form.payload, { ...form.headers, ...headers })
}

const upload = <Body = DocumentTemplate>(
  name: string,
  content: Uint8Array | string = wordFile(),
  fields = {},
) => sendForm<Body>('POST', path, { name, content }, fields)

const replace = <Body = DocumentTemplate>(
  id: string,
  content: Uint8Array | string,
  options: Parameters<typeof sendForm>[4] & { name?: string } = {},
) =>
  sendForm<Body>(
    'PUT',
    `${path}/updatedoctemplatecontent`,
    { name: options.name ?? 'new.dotx', content },
    { documentTemplateId: id },
    options,
  )

const refusal = ({ status, body }: Reply<unknown>) => ({ status, code: (body as Problem).code })

/** Everything that the company has: its rows, and the files of all companies. */
async function everything() {
  const entries = await readdir(product.filesFolder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  return { files, rows: await rows.ofCompany(company.membership.account.id) }
}

async function changesNothing<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = await everything()
  const result = await work()
  expect(await everything()).toEqual(before)
  return result
}

describe('adding a template', () => {
  test('stores it and answers it, named and described by its file', async () => {
    const file = wordFile()
    const { status, body, headers } = await upload('Arrival Notice.dotx', file)
    expect(status).toBe(201)
    expect(body).toEqual({
      id: uuid,
      name: 'Arrival Notice.dotx',
      defaultDocumentName: 'Document from template Arrival Notice.docx',
      type: 'Word Template',
      description: 'Arrival Notice.dotx',
      date: instant,
      size: file.length,
      problems: [],
      leftPlaces: 0,
      missing: [],
      version: 1,
    })
    expect(headers.etag).toBe('"1"')
    const read = await company.call<DocumentTemplate>('GET', `${path}/${body.id}`)
    expect({ status: read.status, body: read.body, etag: read.headers.etag }).toEqual({
      status: 200,
      body,
      etag: '"1"',
    })
    expect((await company.call('GET', path)).body).toEqual([body])
    expect((await everything()).rows).not.toHaveProperty('started_uploads')
  })

  test('takes what the form says of it', async () => {
    const id = randomUUID()
    const { body } = await upload('A.DOTX', wordFile(), {
      id,
      defaultDocumentName: 'House bill',
      templateType: 'Bill of lading',
      description: 'For sea freight',
    })
    expect(body).toMatchObject({
      id,
      name: 'A.DOTX',
      defaultDocumentName: 'House bill.docx',
      type: 'Bill of lading',
      description: 'For sea freight',
    })
  })

  test('says which placeholders it does not know, where they stand and what was probably meant', async () => {
    const { status, body } = await upload('A.dotx', wordFile('Dear {{Consignee.Nmae}} of {{Shipment.JobId}}'))
    expect(status).toBe(201)
    expect(body.problems).toEqual([
      {
        name: 'Consignee.Nmae',
        message: '“Consignee.Nmae” is not a known field; did you mean “Consignee.Name”?',
        place: expect.stringContaining('body'),
        suggestion: 'Consignee.Name',
      },
    ])
    expect((await company.call<DocumentTemplate>('GET', `${path}/${body.id}`)).body).toEqual(body)
  })

  test.each(['Letter.docx', 'Letter.dotm', 'Letter.pdf', 'dotx', '.dotx'])(
    'refuses “%s”, which is no .dotx, in the specification’s words',
    async name => {
      const reply = await changesNothing(() => upload<Problem>(name))
      expect(refusal(reply)).toEqual({ status: 400, code: 'invalid_input' })
      expect(reply.body.detail).toMatch(
        /^Please select a file with '\.dotx' extension\. Only Microsoft Word Template files are allowed for document templates\. Current file extension is '[.\w]*'\.( [A-Z].*)?$/,
      )
      expect(reply.body.errors).toEqual([
        { path: 'afile', message: "Please select a file with '.dotx' extension." },
      ])
    },
  )

  test.each<[string, () => Uint8Array | string]>([
    ['text', () => 'hello'],
    ['nothing', () => ''],
    ['half a file', () => wordFile().subarray(0, 900)],
    [
      'a file with macros',
      () =>
        templateFile({
          body: '',
          extraParts: [
            { name: 'word/vbaProject.bin', type: 'application/vnd.ms-office.vbaProject', content: 'x' },
          ],
          extraLinks: [{ id: 'm', kind: 'vbaProject', target: 'vbaProject.bin' }],
        }),
    ],
  ])('refuses %s named .dotx and says where it fails', async (_, content) => {
    const reply = await changesNothing(() => upload<Problem>('A.dotx', content()))
    expect(refusal(reply)).toEqual({ status: 422, code: 'template_unusable' })
    expect(reply.body.errors).toEqual([{ path: expect.any(String), message: expect.any(String) }])
  })

  test('a name that stands is refused in upper and lower case alike, naming the template', async () => {
    const { body } = await upload('Ärger.dotx')
    const again = await changesNothing(() => upload<Problem>('ÄRGER.DOTX', wordFile('other')))
    expect(refusal(again)).toEqual({ status: 409, code: 'already_exists' })
    expect(again.body.current).toEqual(body)
  })

  test('of several at the same moment under one name, one is kept', async () => {
    const replies = await Promise.all(
      Array.from({ length: 4 }, (_, number) => upload('Race.dotx', wordFile(`number ${number}`))),
    )
    expect(replies.map(reply => reply.status).sort((one, other) => one - other)).toEqual([201, 409, 409, 409])
    expect((await everything()).rows.document_templates).toHaveLength(1)
  })

  test('a repeated call answers what the first one stored; another content under that id is refused', async () => {
    const id = randomUUID()
    const { body } = await upload('A.dotx', wordFile(), { id })
    const again = await changesNothing(() => upload('A.dotx', wordFile(), { id }))
    expect({ status: again.status, body: again.body }).toEqual({ status: 200, body })
    const other = await changesNothing(() => upload<Problem>('A.dotx', wordFile('other'), { id }))
    expect({ ...refusal(other), current: other.body.current }).toEqual({
      status: 409,
      code: 'already_exists',
      current: body,
    })
  })

  test.each([
    [{ id: 'x' }, 'id'],
    [{ defaultDocumentName: ' ' }, 'defaultDocumentName'],
    [{ defaultDocumentName: '..' }, 'defaultDocumentName'],
    [{ description: 'x'.repeat(2001) }, 'description'],
  ])('refuses %j', async (fields, path) => {
    const reply = await changesNothing(() => upload<Problem>('A.dotx', wordFile(), fields))
    expect(refusal(reply)).toEqual({ status: 400, code: 'invalid_input' })
    expect(reply.body.errors?.map(error => error.path)).toEqual([path])
  })

  test('a file that is too large is refused', async () => {
    const reply = await changesNothing(() => upload('A.dotx', Buffer.alloc(300_001)))
    expect(refusal(reply)).toEqual({ status: 413, code: 'too_large' })
  })
})

describe('finding templates', () => {
  test('the list is by name and comes in pages', async () => {
    for (const name of ['b.dotx', 'C.dotx', 'a.dotx']) await upload(name)
    const whole = await company.call<DocumentTemplate[]>('GET', path)
    expect(whole.body.map(({ name }) => name)).toEqual(['a.dotx', 'b.dotx', 'C.dotx'])
    const page = await company.call<DocumentTemplate[]>('GET', `${path}?offset=1&limit=1`)
    expect(page.body).toEqual([whole.body[1]])
    expect(page.headers).toMatchObject({ 'x-total-count': '3', link: expect.stringContaining('rel="next"') })
    expect((await stranger.call('GET', path)).body).toEqual([])
  })

  test('by name, in upper and lower case alike', async () => {
    const { body } = await upload('Größe & Co.dotx')
    const found = await company.call('GET', `${path}/byname/${encodeURIComponent('GRÖßE & CO.DOTX')}`)
    expect({ status: found.status, body: found.body }).toEqual({ status: 200, body })
    const url = `${path}/byname/${encodeURIComponent('Größe & Co.dotx')}`
    expect(refusal(await stranger.call('GET', url))).toEqual({ status: 404, code: 'not_found' })
    expect(refusal(await company.call('GET', `${path}/byname/none.dotx`))).toEqual({
      status: 404,
      code: 'not_found',
    })
  })

  test('the file comes as an attachment', async () => {
    const file = wordFile()
    const { body } = await upload('Arrival Notice.dotx', file)
    const reply = await product.app.inject({
      url: `${path}/getdoctemplatecontent/${body.id}`,
      headers: { authorization: `Bearer ${company.token}` },
    })
    expect(reply.statusCode).toBe(200)
    expect(reply.rawPayload.equals(file)).toBe(true)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.wordprocessingml.template',
      'content-length': String(file.length),
      'content-disposition': `attachment; filename="Arrival Notice.dotx"; filename*=UTF-8''Arrival%20Notice.dotx`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
    })
  })
})

describe('replacing the Word file', () => {
  test('keeps the name and the earlier file, makes a new version and looks at the placeholders anew', async () => {
    const { body: first } = await upload('A.dotx', wordFile('{{Nothing.Known}}'))
    expect(first.problems).toHaveLength(1)
    const next = wordFile('Now {{Shipment.Name}}')
    const { status, body } = await replace(first.id, next)
    expect(status).toBe(200)
    expect(body).toEqual({ ...first, size: next.length, date: instant, problems: [], version: 2 })
    const stored = (await everything()).rows
    expect(stored.earlier_contents).toEqual([
      expect.objectContaining({ template_id: first.id, document_id: null, size: first.size }),
    ])
    expect(
      (await everything()).files.filter(file => file.includes(company.membership.account.id)),
    ).toHaveLength(2)
  })

  test('refuses what is no usable .dotx', async () => {
    const { body } = await upload('A.dotx')
    const unusable = await changesNothing(() => replace(body.id, 'hello'))
    expect(refusal(unusable)).toEqual({ status: 422, code: 'template_unusable' })
    const named = await changesNothing(() => replace(body.id, wordFile(), { name: 'A.docx' }))
    expect(refusal(named)).toEqual({ status: 400, code: 'invalid_input' })
  })

  test('an outdated If-Match is refused with what stands and what was changed', async () => {
    const { body: first } = await upload('A.dotx')
    const { body: second } = await replace(first.id, wordFile('two'), { headers: { 'if-match': '"1"' } })
    const late = await changesNothing(() =>
      replace<Problem>(first.id, wordFile('three'), { headers: { 'if-match': '"1"' } }),
    )
    expect({ ...refusal(late), current: late.body.current }).toEqual({
      status: 412,
      code: 'changed_meanwhile',
      current: second,
    })
    expect(late.body.changes?.map(({ field }) => field)).toEqual(expect.arrayContaining(['size', 'date']))
  })
})

describe('changing what is said of a template', () => {
  test('saves what the body mentions', async () => {
    const { body } = await upload('A.dotx')
    const changed = await company.call('PUT', path, { id: body.id, defaultDocumentName: 'Notice.docx' })
    expect({ status: changed.status, body: changed.body, etag: changed.headers.etag }).toEqual({
      status: 200,
      body: { ...body, defaultDocumentName: 'Notice.docx', version: 2 },
      etag: '"2"',
    })
    const whole = await company.call('PUT', path, { ...body, Name: undefined, name: 'B', description: null })
    expect(whole.body).toEqual({ ...body, name: 'B.dotx', description: null, version: 3 })
  })

  test('an outdated If-Match is refused with what stands and what was changed, and by whom', async () => {
    const { body } = await upload('A.dotx')
    const { body: second } = await company.call('PUT', path, { id: body.id, description: 'mine' })
    const late = await changesNothing(() =>
      company.call<Problem>('PUT', path, { id: body.id, description: 'theirs' }, { 'if-match': '"1"' }),
    )
    expect({ ...refusal(late), current: late.body.current }).toEqual({
      status: 412,
      code: 'changed_meanwhile',
      current: second,
    })
    expect(late.body.changes).toEqual([
      {
        field: 'description',
        old: 'A.dotx',
        new: 'mine',
        by: company.membership.user.displayName,
        at: instant,
      },
    ])
  })

  test('a name that another template has is refused; one’s own in other letters is not', async () => {
    const { body: first } = await upload('A.dotx')
    const { body: second } = await upload('B.dotx')
    const taken = await changesNothing(() =>
      company.call<Problem>('PUT', path, { id: second.id, name: 'a.DOTX' }),
    )
    expect({ ...refusal(taken), current: taken.body.current }).toEqual({
      status: 409,
      code: 'already_exists',
      current: first,
    })
    const own = await company.call<DocumentTemplate>('PUT', path, { id: first.id, name: 'a.dotx' })
    expect({ status: own.status, name: own.body.name }).toEqual({ status: 200, name: 'a.dotx' })
  })

  test.each([
    [{ name: '' }, 'name'],
    [{ name: '..' }, 'name'],
    [{ defaultDocumentName: 7 }, 'defaultDocumentName'],
    [{ id: 'x' }, 'id'],
  ])('refuses %j', async (change, field) => {
    const { body } = await upload('A.dotx')
    const reply = await changesNothing(() => company.call<Problem>('PUT', path, { id: body.id, ...change }))
    expect(refusal(reply)).toEqual({ status: 400, code: 'invalid_input' })
    expect(reply.body.errors?.map(error => error.path)).toEqual([field])
  })
})

describe('deleting a template', () => {
  test('takes it from every list and frees its name; row and file stay to be restored', async () => {
    const { body } = await upload('A.dotx')
    const gone = await company.call('DELETE', `${path}/${body.id}`)
    expect({ status: gone.status, body: gone.body }).toEqual({ status: 204, body: null })
    expect((await company.call('GET', path)).body).toEqual([])
    expect(refusal(await company.call('GET', `${path}/${body.id}`))).toEqual({
      status: 404,
      code: 'not_found',
    })
    const { rows: stored, files } = await everything()
    expect(stored.document_templates).toEqual([
      expect.objectContaining({ id: body.id, deleted_at: expect.any(String) }),
    ])
    expect(files.filter(file => file.includes(company.membership.account.id))).toHaveLength(1)
    expect((await upload('A.dotx')).status).toBe(201)
    expect(refusal(await company.call('DELETE', `${path}/${body.id}`))).toEqual({
      status: 404,
      code: 'not_found',
    })
  })

  test('an outdated If-Match is refused', async () => {
    const { body } = await upload('A.dotx')
    await company.call('PUT', path, { id: body.id, description: 'changed' })
    const late = await changesNothing(() =>
      company.call('DELETE', `${path}/${body.id}`, undefined, { 'if-match': '"1"' }),
    )
    expect(refusal(late)).toEqual({ status: 412, code: 'changed_meanwhile' })
  })
})

describe('every call', () => {
  const calls = (id: string): [string, (caller: Caller) => Promise<Reply<unknown>>][] => [
    ['read', caller => caller.call('GET', `${path}/${id}`)],
    ['download', caller => caller.call('GET', `${path}/getdoctemplatecontent/${id}`)],
    ['change', caller => caller.call('PUT', path, { id, description: 'theirs' })],
    ['delete', caller => caller.call('DELETE', `${path}/${id}`)],
    [
      'replace',
      caller => {
        const form = formWithFile({ name: 'A.dotx', content: wordFile('theirs') }, { documentTemplateId: id })
        return caller.call('PUT', `${path}/updatedoctemplatecontent`, form.payload, form.headers)
      },
    ],
  ]

  test('finds nothing of another company, in the same words as what does not exist', async () => {
    const { body } = await upload('A.dotx')
    const unknown = calls(randomUUID())
    for (const [index, [, send]] of calls(body.id).entries()) {
      const foreign = await changesNothing(() => send(stranger))
      expect(refusal(foreign)).toEqual({ status: 404, code: 'not_found' })
      expect(foreign.body).toEqual((await unknown[index]?.[1](company))?.body)
    }
  })

  test('wants somebody signed in', async () => {
    const { body } = await upload('A.dotx')
    const form = formWithFile({ name: 'B.dotx', content: wordFile() })
    for (const [method, url, payload, headers] of [
      ['GET', path],
      ['GET', `${path}/${body.id}`],
      ['GET', `${path}/byname/A.dotx`],
      ['GET', `${path}/getdoctemplatecontent/${body.id}`],
      ['POST', path, form.payload, form.headers],
      ['PUT', `${path}/updatedoctemplatecontent`, form.payload, form.headers],
      ['PUT', path, { id: body.id }],
      ['DELETE', `${path}/${body.id}`],
      ['POST', `${path}/generatedocument/?shipmentId=${randomUUID()}`, { id: body.id }],
    ] as const) {
      const reply = await changesNothing(() =>
        product.app.inject({ method, url, ...(payload && { payload }), ...(headers && { headers }) }),
      )
      expect({ url, status: reply.statusCode, code: reply.json<Problem>().code }).toEqual({
        url,
        status: 401,
        code: 'sign_in_required',
      })
    }
  })

  test('that writes is refused to viewers', async () => {
    const { body } = await upload('A.dotx')
    await rows.select(`update users set role = 'viewer' where id = $1`, [company.membership.user.id])
    for (const [name, send] of calls(body.id)) {
      const reply = await changesNothing(() => send(company))
      expect({ name, status: reply.status }).toEqual({ name, status: /read|download/.test(name) ? 200 : 403 })
    }
    expect(refusal(await changesNothing(() => upload('B.dotx')))).toEqual({
      status: 403,
      code: 'not_allowed',
    })
  })
})

test('a template of a thousand unknown names tells fifty, in every list, and how many more there are', async () => {
  const names = Array.from({ length: 1000 }, (_, n) => `{{Consigneeee.Naame${n}}}`)
  const { status, body } = await upload('Names.dotx', wordFile(names.join(' ')))
  expect(status).toBe(201)
  expect(body.problems).toHaveLength(51)
  expect(body.problems.at(-1)?.message).toBe('950 more problems are not listed. Correct these first.')
  // As it was kept before there was a limit.
  const many = Array.from({ length: 300 }, () => body.problems[0])
  await rows.select('update document_templates set problems = $2 where id = $1', [
    body.id,
    JSON.stringify(many),
  ])
  const [listed] = (await company.call<DocumentTemplate[]>('GET', path)).body
  expect(listed?.problems).toHaveLength(51)
  expect(listed?.problems.at(-1)?.message).toBe('250 more problems are not listed. Correct these first.')
})

test('a company has at most 500 document templates', async () => {
  const { body: first } = await upload('First.dotx')
  await rows.select(
    `insert into document_templates (account_id, id, name, default_document_name, type, content_key, content_hash, size)
     select account_id, gen_random_uuid(), 'Template ' || n, default_document_name, type, content_key, content_hash, size
     from document_templates, generate_series(1, 499) n where id = $1`,
    [first.id],
  )
  const before = await everything()
  const refused = await upload<Problem>('One more.dotx')
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'limit_reached',
      detail: 'A company has at most 500 document templates. Delete one that is no longer used.',
    },
  })
  expect(await everything()).toEqual(before)
  expect((await company.call('DELETE', `${path}/${first.id}`)).status).toBe(204)
  expect((await upload('One more.dotx')).status).toBe(201)
  expect(refusal(await company.call('POST', `${path}/${first.id}/restore`))).toEqual({
    status: 409,
    code: 'limit_reached',
  })
})
