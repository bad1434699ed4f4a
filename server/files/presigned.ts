import { createHash, createHmac } from 'node:crypto'
import type { S3Client } from '@aws-sdk/client-s3'
import { SignatureV4 } from '@smithy/signature-v4'
import { attachmentHeader } from './file-names.ts'
import { checkKey, type PresignedDownloads } from './store.ts'

/** Long enough for a browser to follow it, too short to be passed on. */
const LIFETIME_SECONDS = 60

/** The form of a hash that the signer asks for. */
class Sha256 {
  readonly #hash

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret))
  }

  update(content: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(content))
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }

  reset(): void {
    throw new Error('A hash is used once.')
  }
}

function bytesOf(content: string | ArrayBuffer | ArrayBufferView): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content)
  if (content instanceof ArrayBuffer) return new Uint8Array(content)
  return new Uint8Array(content.buffer, content.byteOffset, content.byteLength)
}

type Place = { bucket: string; endpoint: string | undefined; region: string }

/** Addresses of the bucket by which whoever has one reads one file for a minute, as a download. */
export function presignedDownloads(
  { config }: Pick<S3Client, 'config'>,
  { bucket, endpoint, region }: Place,
): PresignedDownloads {
  const base = new URL(endpoint ?? `https://${bucket}.s3.${region}.amazonaws.com`)
  const folder = endpoint ? `${base.pathname.replace(/\/$/, '')}/${bucket}` : ''
  const signer = new SignatureV4({
    ...{ credentials: config.credentials, region, service: 's3', sha256: Sha256 },
    ...{ uriEscapePath: false, applyChecksum: false },
  })
  return {
    origin: base.origin,
    async addressOf(key, { name, mediaType }) {
      checkKey(key)
      const { path, query = {} } = await signer.presign(
        {
          ...{ method: 'GET', protocol: base.protocol, hostname: base.hostname, path: `${folder}/${key}` },
          headers: { host: base.host, 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' },
          query: {
            'response-cache-control': 'private, no-cache',
            'response-content-disposition': attachmentHeader(name),
            'response-content-type': mediaType,
          },
        },
        { expiresIn: LIFETIME_SECONDS },
      )
      const words = Object.entries(query).map(([word, value]) => `${escaped(word)}=${escaped(String(value))}`)
      return `${base.origin}${path}?${words.join('&')}`
    },
  }
}

// What is signed has more escaped than addresses need.
const escaped = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
