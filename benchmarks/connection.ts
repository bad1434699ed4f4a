import { connect, type Socket } from 'node:net'

export type Call = { method: 'GET' | 'POST' | 'PUT' | 'PATCH'; path: string; body?: string }
export type Reply = { status: number; bytes: number }

/** A request as it goes over the wire. */
export function encodeCall(
  { url, headers }: { url: string; headers: Record<string, string> },
  { method, path, body }: Call,
): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: ${new URL(url).host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined
      ? []
      : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]),
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
}

const END_OF_HEAD = Buffer.from('\r\n\r\n')

type Waiting = { resolve: (reply: Reply) => void; reject: (error: Error) => void }

/**
 * A connection that is kept, for one request at a time. It reads a reply's status and length and counts the rest: a
 * client that takes the processor from the servers that it measures measures itself.
 */
export class Connection {
  readonly #socket: Socket
  #waiting: Waiting | undefined
  #head: Buffer = Buffer.alloc(0)
  #status = 0
  #length = 0
  /** Of the body that is being read; null: its head is. */
  #missing: number | null = null

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', chunk => this.#read(chunk as Buffer))
    socket.on('error', error => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('The server closed the connection.')))
  }

  static open(url: string): Promise<Connection> {
    const { hostname, port } = new URL(url)
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => resolve(new Connection(socket)))
      socket.once('error', reject)
    })
  }

  send(request: Buffer): Promise<Reply> {
    if (this.#waiting) throw new Error('This connection waits for a reply.')
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    if (this.#missing !== null) return this.#count(chunk.length)
    this.#head = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk])
    const end = this.#head.indexOf(END_OF_HEAD)
    if (end === -1) return
    const head = this.#head.toString('latin1', 0, end)
    const rest = this.#head.length - end - END_OF_HEAD.length
    this.#head = Buffer.alloc(0)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    if (length === undefined) return this.#fail(new Error(`A reply without a length:\n${head}`))
    this.#status = Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
    this.#length = Number(length)
    this.#missing = this.#length
    this.#count(rest)
  }

  #count(bytes: number): void {
    this.#missing = (this.#missing ?? 0) - bytes
    if (this.#missing > 0) return
    this.#missing = null
    const { resolve } = this.#waiting ?? {}
    this.#waiting = undefined
    resolve?.({ status: this.#status, bytes: this.#length })
  }

  #fail(error: Error): void {
    this.#waiting?.reject(error)
    this.#waiting = undefined
  }
}
