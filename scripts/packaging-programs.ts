import { ensurePrograms } from '#testing/debian-packages.ts'
import { hasCaddy, hasSystemd } from '#testing/packaging-checks.ts'

/** Why systemd and Caddy do not look at the files that people are given for them; nothing when they do. */
export async function ensurePackagingPrograms(): Promise<string | undefined> {
  const programs = [...(hasSystemd ? [] : ['systemd-analyze']), ...(hasCaddy ? [] : ['caddy'])]
  return programs.length === 0
    ? undefined
    : ensurePrograms({
        programs,
        packages: programs.map(name => (name === 'caddy' ? name : 'systemd')),
        what: 'what looks at the files of packaging/',
      })
}
