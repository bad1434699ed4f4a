import { readdir, readFile } from 'node:fs/promises'

// What Linux calls USER_HZ: a constant of its interface, whatever the kernel's own clock is.
const TICKS_A_SECOND = 100

type Times = { parent: number; own: number; ofEndedChildren: number }

/** A line of /proc/PID/stat; times in milliseconds. The program's name may hold spaces and brackets. */
export function readTimes(stat: string): Times {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const field = (number: number) => Number(fields[number - 3])
  const milliseconds = (first: number) => ((field(first) + field(first + 1)) * 1000) / TICKS_A_SECOND
  return { parent: field(4), own: milliseconds(14), ofEndedChildren: milliseconds(16) }
}

const timesOf = async (pid: number | string): Promise<Times | null> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return stat === null ? null : readTimes(stat)
}

/** Milliseconds of the processor that a process took so far; null where the system does not tell. */
export async function processorTime(pid: number): Promise<number | null> {
  return (await timesOf(pid))?.own ?? null
}

/** The same of all of PostgreSQL, by one of its sessions: each is a process, and all have one parent. */
export async function postgresTime(sessionPid: number): Promise<number | null> {
  const session = await timesOf(sessionPid)
  if (!session) return null
  const main = await timesOf(session.parent)
  if (!main) return null
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const all = await Promise.all(pids.map(timesOf))
  return all.reduce(
    (sum, times) => sum + (times?.parent === session.parent ? times.own : 0),
    main.own + main.ofEndedChildren,
  )
}

/** Of one operation, in milliseconds of the processor. */
export type Effort = { server: number; postgres: number }

export type Clock = () => Promise<Effort | null>

/** Reads both clocks; null where the system tells neither. */
export const effortClock =
  (serverPid: number, sessionPid: number): Clock =>
  async () => {
    const [server, postgres] = await Promise.all([processorTime(serverPid), postgresTime(sessionPid)])
    return server === null || postgres === null ? null : { server, postgres }
  }
