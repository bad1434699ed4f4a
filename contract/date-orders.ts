/** Which of day, month and year is written first. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const
export type DateOrder = (typeof dateOrders)[number]

export const dateOrderLabels: Readonly<Record<DateOrder, string>> = {
  dmy: 'Day, month, year (31/12/2026)',
  mdy: 'Month, day, year (12/31/2026)',
  ymd: 'Year, month, day (26/12/31)',
}
