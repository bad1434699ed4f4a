/** An instant as PostgreSQL writes it in JSON, for people: "2026-12-03 14:05", in UTC; '' for none. */
export const momentText = (instant: string | null): string =>
  instant === null ? '' : instant.slice(0, 16).replace('T', ' ')
