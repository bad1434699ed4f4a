import { BlockList, isIPv6, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { busy } from './errors.ts'
import { networkOf } from './identity/store-limits.ts'

export type ConnectionShares = {
  /** Connections that one network address may hold. */
  ofOneAddress: number
  /** Those above it that are told why before they are ended; what comes above these too is ended at once. */
  told: number
  /** Addresses and ranges that speak for many, and are not counted. */
  trustedProxies: readonly string[]
}

/**
 * Keeps one network address from holding all connections. Behind a proxy every connection is the proxy's, and
 * counting is the proxy's to do.
 */
export function shareConnections(app: FastifyInstance, shares: ConnectionShares): void {
  const { ofOneAddress, told } = shares
  const isProxy = among(shares.trustedProxies)
  const held = new Map<string, number>()
  const above = new WeakSet<Socket>()
  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isProxy(remoteAddress)) return
    const network = networkOf(remoteAddress) ?? THIS_MACHINE
    const count = (held.get(network) ?? 0) + 1
    held.set(network, count)
    socket.once('close', () => {
      const left = (held.get(network) ?? 1) - 1
      if (left > 0) held.set(network, left)
      else held.delete(network)
    })
    if (count > ofOneAddress + told) socket.destroy()
    else if (count > ofOneAddress) above.add(socket)
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!above.has(request.raw.socket)) return
    void reply.header('connection', 'close')
    throw busy('Your network has too many connections to this server. Close some, and try again.')
  })
}

const THIS_MACHINE = 'this machine'

/** Whether an address is one of those, or in one of the ranges ("10.0.0.0/8"). */
function among(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  const family = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    if (bits === undefined) list.addAddress(address, family(address))
    else list.addSubnet(address, Number(bits), family(address))
  }
  return address => list.check(plain(address), family(plain(address)))
}

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')
