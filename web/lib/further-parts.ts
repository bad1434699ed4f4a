/** Where the browser keeps what the dashboard asks of its rows beside the usual columns. */
const PLACE = 'lading.jobs.further'

/** What a dashboard asks for that nobody has arranged here yet. */
export const NO_FURTHER_PARTS = 'none'

/** What the dashboard asked for last in this browser, so that its first page is asked for once, and before its code is here. */
export const keptFurtherParts = (): string => localStorage.getItem(PLACE) ?? NO_FURTHER_PARTS

export const keepFurtherParts = (parts: string): void => localStorage.setItem(PLACE, parts)
