export type Release = {
  version: string
  /** The day as yyyy-MM-dd; undefined: it is being made. */
  date: string | undefined
  /** Of which it was made, for clones without its tag. */
  commit: string | undefined
}

const heading = /^## \[(?<version>\d+\.\d+\.\d+)\] - (?:(?<date>\d{4}-\d\d-\d\d)|unreleased)$/
const commitLine = /^Commit `(?<commit>[0-9a-f]{40})`\.$/m

/** The releases of CHANGELOG.md, the newest first. Throws where a heading of the second level names none. */
export function releasesIn(changelog: string): Release[] {
  return changelog
    .split(/^(?=## )/m)
    .slice(1)
    .map(section => {
      const [first = ''] = section.split('\n')
      const found = heading.exec(first)?.groups
      if (!found?.['version'])
        throw new Error(
          `“${first}” is no release: write “## [0.2.0] - 2026-12-31”, or “unreleased” in its place.`,
        )
      return {
        version: found['version'],
        date: found['date'],
        commit: commitLine.exec(section)?.groups?.['commit'],
      }
    })
}
