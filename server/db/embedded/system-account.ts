import { spawn } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { EmbeddedDatabaseError } from './errors.ts'

/** How PostgreSQL's programs are run: under which user, behind which launcher. */
export type Account = {
  prefix: readonly string[]
  /** Given to spawn; the launcher does it otherwise. */
  identity: { uid?: number; gid?: number }
  /** Who must own the cluster's files; nothing is chowned without it. */
  owner: { uid: number; gid: number } | undefined
}

/** A program and the variables that it needs. */
export type Program = { path: string; environment: Record<string, string | undefined> }

export const ownAccount: Account = { prefix: [], identity: {}, owner: undefined }

const nobody = 65_534

const mappedToNobody = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--']

/**
 * The account that PostgreSQL runs under. PostgreSQL refuses root, so root hands it to the owner of
 * `belongings` or to nobody; where that user cannot enter `folder`, it gets the one capability to pass through.
 */
export async function chooseAccount(belongings: string, folder: string, program: Program): Promise<Account> {
  if (process.getuid?.() !== 0) return ownAccount
  const owner = await chooseOwner(belongings)
  const candidates: Account[] = [
    { prefix: [], identity: owner, owner },
    { prefix: passThrough(owner, 'dac_read_search'), identity: {}, owner },
    // Containers as a rule have this capability and not the one before.
    { prefix: passThrough(owner, 'dac_override'), identity: {}, owner },
    { prefix: mappedToNobody, identity: {}, owner: { uid: 0, gid: 0 } },
  ]
  for (const account of candidates) {
    if (await canRun(account, folder, program)) return account
  }
  const blocked = (await firstClosedFolder(folder)) ?? (await firstClosedFolder(program.path)) ?? folder
  throw new EmbeddedDatabaseError(
    `PostgreSQL does not run as root, and user ${owner.uid} cannot enter ${blocked}: ` +
      'start as an ordinary user, or move the program and DATA_DIR to folders that other users can enter, ' +
      'or set DATABASE_URL to a PostgreSQL server.',
  )
}

/** initdb wants a user with a name; where the own user id has none, a user namespace lends it one. */
export async function chooseInitAccount(
  account: Account,
  folder: string,
  program: Program,
): Promise<Account> {
  if (account !== ownAccount || process.getuid === undefined || hasName()) return account
  const mapped: Account = { prefix: mappedToNobody, identity: {}, owner: undefined }
  if (await canRun(mapped, folder, program)) return mapped
  throw new EmbeddedDatabaseError(
    `PostgreSQL's first start needs a named user, and user id ${process.getuid()} is not in /etc/passwd: ` +
      'run as a user that is, or set DATABASE_URL to a PostgreSQL server.',
  )
}

/** Puts the account's launcher before a command. */
export function asAccount(account: Account, program: string, args: readonly string[]): [string, string[]] {
  const [command = program, ...rest] = [...account.prefix, program, ...args]
  return [command, rest]
}

function passThrough(owner: { uid: number; gid: number }, capability: string): string[] {
  return [
    'setpriv',
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    '--clear-groups',
    // Without it access(2) ignores the capability, and PostgreSQL asks access(2) for its own program.
    '--securebits=+no_setuid_fixup',
    `--inh-caps=-all,+${capability}`,
    `--ambient-caps=+${capability}`,
    `--bounding-set=-all,+${capability}`,
    '--no-new-privs',
    '--',
  ]
}

function canRun(account: Account, folder: string, program: Program): Promise<boolean> {
  const script = 'cd "$1" && exec "$2" --version'
  const [command, args] = asAccount(account, '/bin/sh', ['-c', script, 'sh', folder, program.path])
  return new Promise<boolean>((resolve, reject) => {
    const child = spawn(command, args, {
      ...account.identity,
      cwd: '/',
      env: program.environment,
      stdio: 'ignore',
    })
    child.once('error', reject)
    child.once('exit', code => resolve(code === 0))
    // A root without capabilities may not even become another user: spawn itself throws then.
  }).catch(() => false)
}

async function chooseOwner(belongings: string): Promise<{ uid: number; gid: number }> {
  const { uid, gid } = await stat(belongings)
  const users = await namedUsers()
  if (uid !== 0 && users.some(user => user.uid === uid)) return { uid, gid }
  const user = users.find(entry => entry.name === 'nobody')
  return user === undefined ? { uid: nobody, gid: nobody } : { uid: user.uid, gid: user.gid }
}

async function namedUsers(): Promise<{ name: string; uid: number; gid: number }[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return text.split('\n').flatMap(line => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

async function firstClosedFolder(path: string): Promise<string | undefined> {
  const parents: string[] = []
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder))
    parents.unshift(dirname(folder))
  for (const folder of parents) {
    const { mode } = await stat(folder)
    if ((mode & 0o001) === 0) return folder
  }
  return undefined
}
