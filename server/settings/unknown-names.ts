/** What stands in the environment under a name that is no setting, though it looks like one. */
export type UnknownNames = {
  /** Each is nearly the name of a setting that is not given: the server would start without it. */
  mistakes: string[]
  /** Each begins as settings do, and is ignored. */
  warnings: string[]
}

type Environment = Record<string, string | undefined>

/** A first word that so many settings have in common is ours. */
const SETTINGS_OF_A_PREFIX = 3

/** Shorter names are too near to those of other programs: HOST to HOME, PORT to SORT. */
const SHORTEST_COMPARED = 7

/** How many letters may differ, by the setting's length: TRUSTED_PROXY is three from TRUSTED_PROXIES. */
const stepsFor = (length: number) => (length >= 14 ? 3 : length >= 10 ? 2 : 1)

/** What other programs read; `LOGLEVEL` is one letter from a setting and means somebody else's log. */
const OF_OTHER_PROGRAMS = new Set(['LOGLEVEL'])

/** Kubernetes and Docker set these for each service that is called as our settings begin (DATABASE, S3, SMTP). */
const OF_SERVICES = /_SERVICE_(HOST|PORT(_.+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/
const ADDRESS_OF_SERVICE = /^(tcp|udp|sctp):\/\//

/** Compares the names in the environment with those of all settings. */
export function unknownNames(given: Environment, settings: readonly string[]): UnknownNames {
  const known = new Set(settings)
  const prefixes = ownPrefixes(settings)
  const found: UnknownNames = { mistakes: [], warnings: [] }
  for (const [name, value] of Object.entries(given)) {
    if (known.has(name) || OF_OTHER_PROGRAMS.has(name) || isOfService(name, value)) continue
    const meant = nearest(name, settings)
    if (meant !== undefined && !given[meant])
      found.mistakes.push(`${name} is not a setting; did you mean ${meant}?`)
    else if (prefixes.has(prefixOf(name)) && !/^LADING_(TEST|TYPING)_/.test(name))
      found.warnings.push(
        `${name} is not a setting and is ignored${meant === undefined ? '' : ` beside ${meant}`}. ` +
          'docs/configuration.md has them all.',
      )
  }
  return found
}

const prefixOf = (name: string) => /^[A-Z0-9]+_/.exec(name)?.[0] ?? ''

function ownPrefixes(settings: readonly string[]): Set<string> {
  const counts = Map.groupBy(settings.map(prefixOf), prefix => prefix)
  const shared = [...counts].filter(([, names]) => names.length >= SETTINGS_OF_A_PREFIX)
  return new Set(['LADING_', ...shared.map(([prefix]) => prefix).filter(prefix => prefix !== '')])
}

const isOfService = (name: string, value = '') => OF_SERVICES.test(name) || ADDRESS_OF_SERVICE.test(value)

function nearest(name: string, settings: readonly string[]): string | undefined {
  const upper = name.toUpperCase()
  return settings
    .filter(setting => setting.length >= SHORTEST_COMPARED)
    .map(setting => ({ setting, steps: steps(upper, setting) }))
    .filter(({ setting, steps: taken }) => taken <= stepsFor(setting.length))
    .sort((a, b) => a.steps - b.steps)[0]?.setting
}

/**
 * How many letters have to be put in, left out, replaced or exchanged with their neighbour to make one word of the
 * other (the restricted Damerau-Levenshtein distance).
 */
function steps(from: string, to: string): number {
  let before: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row += 1) {
    const present = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      const isExchanged = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      present[column] = Math.min(
        (last[column] ?? 0) + 1,
        (present[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        row > 1 && column > 1 && isExchanged ? (before[column - 2] ?? 0) + 1 : Infinity,
      )
    }
    before = last
    last = present
  }
  return last[to.length] ?? 0
}
