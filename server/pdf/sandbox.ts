import { lstatSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** A place for one run: `folder` is on the disk, `inside` is what the program in the sandbox calls it. */
export type RunPlace = { folder: string; inside: string; uid: number | undefined }

/** What a way of running a program keeps from it. */
export type Confinement = { files: boolean; network: boolean }

export type Sandbox = {
  name: string
  /** Whether each run is a user of its own. */
  hasOwnUser: boolean
  /** What the program calls the folder of its run; undefined: as everybody does. */
  inside: string | undefined
  /** What is put before a command. */
  enter(place: RunPlace, paths: SandboxPaths): readonly string[]
}

export type SandboxPaths = {
  /** An empty folder. */
  root: string
  shown: readonly string[]
  hidden: string
}

/** The best way found on a machine, and what it was seen to keep from a program. */
export type FoundSandbox = { sandbox: Sandbox; holds: Confinement; paths: SandboxPaths }

const SCRIPT = join(import.meta.dirname, 'enter-sandbox.sh')
const NAMESPACES = ['--mount', '--pid', '--net', '--ipc', '--uts', '--fork', '--kill-child']

function namespaces(name: string, ofUser: readonly string[], hasOwnUser: boolean): Sandbox {
  return {
    name,
    hasOwnUser,
    inside: '/work',
    enter: ({ folder, uid }, { root, shown, hidden }) => [
      ...['unshare', ...ofUser, ...NAMESPACES, '--', '/bin/sh', SCRIPT],
      ...[root, folder, uid === undefined ? '' : String(uid), hidden, shown.join('\n')],
    ],
  }
}

const bubblewrap: Sandbox = {
  name: 'bubblewrap',
  hasOwnUser: false,
  inside: '/work',
  enter: ({ folder }, { shown, hidden }) => [
    ...['bwrap', '--unshare-all', '--die-with-parent', '--cap-drop', 'ALL'],
    ...['--dev', '/dev', '--tmpfs', '/tmp', '--symlink', '/dev/null', '/proc/version'],
    ...shown.flatMap(path =>
      lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path],
    ),
    ...(shown.some(path => hidden.startsWith(`${path}/`)) ? ['--tmpfs', hidden] : []),
    ...['--bind', folder, '/work', '--chdir', '/work', '--'],
  ],
}

function asUserOfItsOwn(name: string, before: readonly string[]): Sandbox {
  return {
    name,
    hasOwnUser: true,
    inside: undefined,
    enter: ({ uid = 0 }) => [
      ...before,
      ...['setpriv', '--reuid', String(uid), '--regid', String(uid), '--clear-groups', '--no-new-privs'],
      ...['--inh-caps=-all', '--bounding-set=-all', '--'],
    ],
  }
}

function withoutNetwork(name: string, ofUser: readonly string[]): Sandbox {
  return {
    name,
    hasOwnUser: false,
    inside: undefined,
    enter: () => ['unshare', ...ofUser, '--net', '--'],
  }
}

/** Nothing is kept from the program. */
export const unconfined: Sandbox = {
  name: 'no sandbox',
  hasOwnUser: false,
  inside: undefined,
  enter: () => [],
}

const MAP_ROOT = ['--user', '--map-root-user']

/** The ways of keeping a program to itself, the best first. */
export function sandboxes(isRoot: boolean): readonly Sandbox[] {
  if (process.platform !== 'linux') return []
  return [
    ...(isRoot ? [namespaces('namespaces', [], true)] : []),
    namespaces('namespaces of a user', MAP_ROOT, false),
    bubblewrap,
    ...(isRoot
      ? [
          asUserOfItsOwn('a user of its own without a network', ['unshare', '--net', '--']),
          asUserOfItsOwn('a user of its own', []),
          withoutNetwork('no network', []),
        ]
      : []),
    withoutNetwork('no network', MAP_ROOT),
  ]
}
