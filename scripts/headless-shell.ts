import { ensurePrograms } from '#testing/debian-packages.ts'

/** Installs the lightest browser for the journeys where it can be had; elsewhere they take the one that is there. */
export const ensureHeadlessShell = (): Promise<string | undefined> =>
  ensurePrograms({
    programs: ['chromium-headless-shell'],
    packages: ['chromium-headless-shell'],
    what: 'a light browser for the journeys',
  })
