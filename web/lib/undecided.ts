// In this browser, also for the next tab: the person has declined or left, and has not said what they want instead.
const PLACE = 'lading:undecided'

export const isUndecided = (subject: string): boolean => localStorage.getItem(PLACE) === subject
export const setUndecided = (subject: string): void => localStorage.setItem(PLACE, subject)
export const clearUndecided = (): void => localStorage.removeItem(PLACE)
