import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Of the loopback network and yet another than the neighbour's, for limits that count connections by address. */
const LOCAL_ADDRESS = process.platform === 'linux' ? '127.0.0.3' : '127.0.0.1'

const PATIENCE = 20_000

type Held = { socket: Socket; ended: Promise<number> }

/** Answers with the status that came before the connection ended; 0: ended without one. */
function open(url: string): Held {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), localAddress: LOCAL_ADDRESS })
  const ended = new Promise<number>(resolve => {
    let said = ''
    socket.on('data', chunk => {
      if (said.length < 20) said += chunk.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.once('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? 0)))
  })
  return { socket, ended }
}

const orPatience = async ({ socket, ended }: Held): Promise<number> => {
  const status = await Promise.race([ended, pause(PATIENCE, -1, { ref: false })])
  socket.destroy()
  return status
}

/** A connection that says nothing. */
export async function idle(url: string): Promise<number> {
  const status = await orPatience(open(url))
  // Whoever is refused at once comes again at once; this one process must not be what is measured.
  await pause(200)
  return status
}

/** Headers that come a byte at a time. */
export async function slowHeaders(url: string): Promise<number> {
  const held = open(url)
  held.socket.write('GET /api/shipment HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ')
  const drops = setInterval(() => held.socket.write('x'), 1000)
  const status = await orPatience(held)
  clearInterval(drops)
  await pause(200)
  return status
}

/** Asks for something large and reads none of it. */
export async function slowReader(url: string, path: string, token: string): Promise<number> {
  const held = open(url)
  held.socket.pause()
  const head = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`
  // More requests on the same connection wait in its buffers, and so do their replies.
  held.socket.write(head.repeat(5))
  const status = await orPatience(held)
  await pause(200)
  return status
}
