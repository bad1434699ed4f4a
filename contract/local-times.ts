/** “2026-12-03 14:00” of yyyy-MM-ddTHH:mm, with or without seconds; null for none. */
export const localTimeText = <Value extends string | null>(value: Value): Value =>
  (value === null ? null : value.slice(0, 16).replace('T', ' ')) as Value
