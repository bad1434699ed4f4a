import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

export type S3StandIn = { url: string; close(): Promise<void> }

const BUCKET = 'lading'

/** What the product is told of the bucket. */
export const s3Settings = (endpoint: string) => ({
  S3_BUCKET: BUCKET,
  S3_ENDPOINT: endpoint,
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
})

/**
 * The few calls of S3 that the product makes for files of less than 8 MB, over a folder that outlives the harness.
 * Whether the product speaks S3 rightly is what the tests with a real server are for; here it goes away and hangs.
 */
export async function startS3StandIn(folder: string): Promise<S3StandIn> {
  await mkdir(folder, { recursive: true })
  const server = createServer((request, response) => {
    serve(folder, request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const refuse = (response: ServerResponse, status: number, code: string) =>
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)

async function serve(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3.invalid')
  const [, bucket, ...key] = pathname.split('/')
  if (bucket !== BUCKET) return void refuse(response, 404, 'NoSuchBucket')
  if (searchParams.has('uploads'))
    return void response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        '<?xml version="1.0"?><ListMultipartUploadsResult><IsTruncated>false</IsTruncated></ListMultipartUploadsResult>',
      )
  const path = join(folder, key.join('-'))
  if (request.method === 'PUT') {
    await keep(path, request)
    return void response.writeHead(200, { etag: '"kept"' }).end()
  }
  if (request.method === 'DELETE') {
    await rm(path, { force: true })
    return void response.writeHead(204).end()
  }
  const found = await stat(path).catch(() => null)
  if (!found) return void refuse(response, 404, 'NoSuchKey')
  response.writeHead(200, { 'content-length': found.size })
  createReadStream(path).pipe(response)
}

async function keep(path: string, content: IncomingMessage): Promise<void> {
  const draft = `${path}.${crypto.randomUUID()}`
  const file = await open(draft, 'wx')
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  // A sender that went away in the middle has stored nothing.
  if (!content.complete) return rm(draft, { force: true })
  await rename(draft, path)
}
