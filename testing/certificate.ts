import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** DER: a tag, the length of what follows, and that. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const oid = (...bytes: number[]) => der(0x06, Buffer.from(bytes))
const utcTime = (date: Date) =>
  der(0x17, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`))

const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
const commonName = (name: string) =>
  sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from(name)))))

const pem = (label: string, bytes: Uint8Array) =>
  `-----BEGIN ${label}-----\n${Buffer.from(bytes)
    .toString('base64')
    .replaceAll(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`

const DAY_MS = 86_400_000

/** A certificate of a server on this machine, or of another host, signed by itself and good for a day. */
export function makeCertificate(host?: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = commonName(host ?? 'localhost')
  const alternativeNames = sequence(
    der(0x82, Buffer.from(host ?? 'localhost')),
    ...(host ? [] : [der(0x87, Buffer.from([127, 0, 0, 1]))]),
  )
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1, ...randomBytes(8)])),
    ecdsaWithSha256,
    name,
    sequence(utcTime(new Date(Date.now() - DAY_MS)), utcTime(new Date(Date.now() + DAY_MS))),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, sequence(sequence(oid(0x55, 0x1d, 0x11), der(0x04, alternativeNames)))),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', toBeSigned, privateKey)])
  return {
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    cert: pem('CERTIFICATE', sequence(toBeSigned, ecdsaWithSha256, der(0x03, signature))),
  }
}
