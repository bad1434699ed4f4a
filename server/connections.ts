import type { IncomingMessage, ServerResponse } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { busy } from './errors.ts'
import { networkOf } from '#server/identity/store/limits.ts'

export type ConnectionShares = {
  /** Connections that everybody together may hold. */
  connections: number
  /** Connections that one network address may hold. */
  ofOneAddress: number
  /** How many above either limit get a reply with the reason; any beyond these are closed at once. */
  told: number
  /** Addresses and ranges that speak for many, and are not counted by address. */
  trustedProxies: readonly string[]
}

/** What watches a server, or shares requests out among servers, is answered above every limit. */
const ALWAYS_ANSWERED = /^\/(healthz|readyz)\/?(\?|$)/

/**
 * Keeps one network address from holding all connections. Behind a proxy every connection is the proxy's, and
 * counting is the proxy's to do. Where a limit is reached, the connection that has stood longest without a request
 * makes room for the new one.
 */
export function shareConnections(app: FastifyInstance, shares: ConnectionShares): void {
  const { connections, ofOneAddress, told } = shares
  const isProxy = among(shares.trustedProxies)
  const all = new Held(connections)
  const networks = new Map<string, Held>()
  const requests = new WeakMap<Socket, number>()
  const above = new WeakMap<Socket, string>()
  const isIdle = (socket: Socket) => (requests.get(socket) ?? 0) === 0
  // The last resort: a connection that takes another's place comes before the other has gone.
  app.server.maxConnections = connections + 2 * told
  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    const network =
      remoteAddress === undefined || isProxy(remoteAddress)
        ? undefined
        : (networkOf(remoteAddress) ?? THIS_MACHINE)
    const own = network === undefined ? undefined : (networks.get(network) ?? new Held(ofOneAddress))
    if (network !== undefined && own) networks.set(network, own)
    const groups = [
      { held: own, words: TOO_MANY_OF_YOURS },
      { held: all, words: TOO_MANY },
    ]
    for (const { held, words } of groups) {
      if (!held || held.has(socket)) continue
      if (held.isFull) held.endOne(isIdle)
      if (held.count >= held.most + told) held.endOne(one => above.has(one))
      if (held.isFull) above.set(socket, words)
      held.add(socket)
    }
    socket.once('close', () => {
      all.remove(socket)
      own?.remove(socket)
      if (network !== undefined && own?.count === 0 && networks.get(network) === own) networks.delete(network)
    })
  })
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    requests.set(socket, (requests.get(socket) ?? 0) + 1)
    response.once('close', () => requests.set(socket, (requests.get(socket) ?? 1) - 1))
  })
  app.addHook('onRequest', async (request, reply) => {
    const words = above.get(request.raw.socket)
    if (words === undefined) return
    void reply.header('connection', 'close')
    if (!ALWAYS_ANSWERED.test(request.url)) throw busy(words)
  })
}

const TOO_MANY_OF_YOURS = 'Your network has too many connections to this server. Close some, and try again.'
const TOO_MANY = 'The server has too many connections at the moment. Try again in a minute.'

/** Connections, those first that have stood longest. */
class Held {
  readonly most: number
  readonly #sockets = new Set<Socket>()

  constructor(most: number) {
    this.most = most
  }

  get count(): number {
    return this.#sockets.size
  }

  get isFull(): boolean {
    return this.count >= this.most
  }

  has(socket: Socket): boolean {
    return this.#sockets.has(socket)
  }

  add(socket: Socket): void {
    this.#sockets.add(socket)
  }

  remove(socket: Socket): void {
    this.#sockets.delete(socket)
  }

  endOne(mayEnd: (socket: Socket) => boolean): void {
    for (const socket of this.#sockets) {
      if (!mayEnd(socket)) continue
      this.remove(socket)
      socket.destroy()
      return
    }
  }
}

const THIS_MACHINE = 'this machine'

/** Whether an address is one of those, or in one of the ranges ("10.0.0.0/8"). */
export function among(ranges: readonly string[]): (address: string) => boolean {
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
