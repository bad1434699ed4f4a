import { expect, test } from 'vitest'
import { buildCompany, buildJob, formWithFile } from '#testing/factories.ts'
import { expectProblem } from '#testing/refusals.ts'
import { testCompany } from '#testing/test-company.ts'

const { product, company } = testCompany({
  presigned: {
    origin: 'https://s3.example.com',
    addressOf: async (key, { name, mediaType }) =>
      `https://s3.example.com/${key}?name=${encodeURIComponent(name)}&type=${mediaType}&X-Amz-Signature=5ec2e7`,
  },
})

test('a download leads to the bucket once the permission was checked, and to nothing without it', async () => {
  const job = await buildJob(company)
  const attach = async (name: string, content: string) => {
    const { payload, headers } = formWithFile({ name, content }, { shipmentId: job.id })
    return (await company.call<{ id: string }>('POST', '/api/document', payload, headers)).body.id
  }
  const [bill, page] = [await attach('Bill.txt', 'bill'), await attach('Page.html', '<script></script>')]
  const download = (id: string) => company.call('GET', `/api/document/${id}`)
  const reply = await download(bill)
  expect([reply.status, reply.headers['cache-control'], reply.body]).toEqual([302, 'no-store', null])
  const account = company.membership.account.id
  expect(reply.headers['location']).toMatch(
    new RegExp(
      `^https://s3\\.example\\.com/${account}/[-0-9a-f]{36}\\?name=Bill\\.txt&type=text/plain&X-Amz-Signature=5ec2e7$`,
    ),
  )
  expect((await download(page)).headers['location']).toContain('name=Page.html&type=application/octet-stream')
  const stranger = await buildCompany(product)
  expectProblem(await stranger.call('GET', `/api/document/${bill}`), 'not_found')
  expect(
    (await product.app.inject({ method: 'GET', url: `/api/document/${bill}` })).headers['location'],
  ).toBeUndefined()
})
