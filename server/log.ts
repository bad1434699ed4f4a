import pino, { type DestinationStream, type Logger } from 'pino'
import type { Say } from './log-settings.ts'
import { textLine } from './log-text.ts'
import { serializedError, serializedReply, serializedRequest, withoutSecrets } from './log-redaction.ts'

export type Log = Logger

export type OpenLog = {
  log: Log
  say: Say
  /** The same as a warning: something that works less well than it should. */
  warn: Say
  /** Why the program ends; said even where LOG_LEVEL is `silent`. */
  sayLast: (line: string) => void
}

export type LogSettings = {
  level?: string | undefined
  format?: string | undefined
  /** Where the lines go instead of the standard output. */
  stream?: DestinationStream
}

/**
 * The one voice of a server or a worker: a line for people on a terminal, JSON elsewhere. It is open before the
 * configuration has been checked, so what is no level or format counts as not given here.
 */
export function openLog({ level, format, stream }: LogSettings): OpenLog {
  const isLevel = level !== undefined && (level in pino.levels.values || level === 'silent')
  const isText = format === 'text' || (format !== 'json' && stream === undefined && process.stdout.isTTY)
  const log = pino(
    {
      level: isLevel ? level : 'info',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) },
      serializers: { err: serializedError, req: serializedRequest, res: serializedReply },
      // The last gate, through which every line passes, whatever was handed to the log.
      hooks: { streamWrite: withoutSecrets },
    },
    isText ? asText(stream ?? standardOutput()) : (stream ?? standardOutput()),
  )
  const say: Say = (line, { level: own = 'info', ...about } = {}) => log[own](about, line)
  return {
    log,
    say,
    warn: (line, about) => say(line, { level: 'warn', ...about }),
    sayLast: line => (log.isLevelEnabled('fatal') ? log : log.child({}, { level: 'fatal' })).fatal(line),
  }
}

/** What waits for a reader that has stopped reading; more is dropped, since the product is not to stop for its log. */
const LONGEST_WAITING_BYTES = 8 * 1024 * 1024

const standardOutput = (): DestinationStream =>
  pino.destination({ fd: 1, sync: false, minLength: 0, maxLength: LONGEST_WAITING_BYTES })

function asText(stream: DestinationStream & { flushSync?: () => void }): DestinationStream {
  const flush = stream.flushSync && { flushSync: () => stream.flushSync?.() }
  return { write: line => stream.write(textLine(line)), ...flush }
}
