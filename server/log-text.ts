/** What a line says of itself, in the order in which it is not repeated behind the sentence. */
const OF_THE_LINE = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err'])
/** What the sentence of a request holds already. */
const OF_THE_REQUEST = new Set(['method', 'route', 'path', 'status', 'ms'])

const WORDS: Record<string, string> = { warn: 'Warning: ', error: 'Error: ', fatal: '' }

type Line = {
  level?: string
  time?: string
  msg?: string
  err?: { message?: string; stack?: string }
  status?: unknown
} & Record<string, unknown>

/** A line of the log as people read it on a terminal: `18:40:12 Lading is ready: open http://127.0.0.1:3000`. */
export function textLine(json: string): string {
  const line = JSON.parse(json) as Line
  const { level = 'info', time = '', msg = '', err } = line
  const isRequest = line.status !== undefined
  const further = Object.entries(line)
    .filter(([name]) => !OF_THE_LINE.has(name) && !(isRequest && OF_THE_REQUEST.has(name)))
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const head = `${clock(time)} ${WORDS[level] ?? ''}${msg}${further.join('')}`
  const failure = err && (err.stack ?? err.message)
  return failure ? `${head}\n${failure.replace(/^/gm, '  ')}\n` : `${head}\n`
}

/** In the machine's own time zone, as whoever sits at the terminal reads it. */
function clock(time: string): string {
  const at = new Date(time)
  return [at.getHours(), at.getMinutes(), at.getSeconds()]
    .map(part => String(part).padStart(2, '0'))
    .join(':')
}
