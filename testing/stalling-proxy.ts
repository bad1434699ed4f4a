import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type StallingProxy = {
  /** `url` by way of the proxy. */
  through(url: string): string
  /** From now on nothing is handed on, and no connection is closed: as when a network swallows everything. */
  stall(): void
  /** Breaks every connection, and each new one at once: as when the machine behind is gone. */
  cut(): void
  resume(): void
  /** Ends every connection and refuses new ones, until `answer`: as when the other side is switched off. */
  refuse(): Promise<void>
  answer(): Promise<void>
  close(): Promise<void>
}

/** Hands a TCP connection on to where `url` leads, until it is told to keep everything to itself. */
export async function startStallingProxy(url: string): Promise<StallingProxy> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let isStalled = false
  let isCut = false
  const server = createServer(here => {
    if (isCut) {
      here.resetAndDestroy()
      return
    }
    const there = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [here, there],
      [there, here],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      if (isStalled) one.pause()
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const refuse = async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  return {
    through: address => {
      const changed = new URL(address)
      changed.hostname = '127.0.0.1'
      changed.port = String(port)
      return changed.href
    },
    stall: () => {
      isStalled = true
      for (const socket of sockets) socket.pause()
    },
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.resetAndDestroy()
    },
    resume: () => {
      isStalled = false
      isCut = false
      for (const socket of sockets) socket.resume()
    },
    refuse,
    answer: async () => {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    close: refuse,
  }
}
