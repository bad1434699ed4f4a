const isDay = (moment: string) => !moment.includes('T')

/** As PostgreSQL is asked for it: a day begins in UTC. */
export const startOf = (moment: string) => (isDay(moment) ? `${moment}T00:00:00Z` : moment)

/** A day as the end counts whole, an instant does not count itself. */
export const endOf = (moment: string) =>
  isDay(moment) ? new Date(Date.parse(`${moment}T00:00:00Z`) + 24 * 60 * 60 * 1000).toISOString() : moment
