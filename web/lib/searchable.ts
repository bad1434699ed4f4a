import { MINIMUM_SEARCH_LENGTH } from '#contract/values.ts'

/** The server looks for three characters or more, and for a job's whole number of any length. */
export const isSearchable = (text: string) => text.length >= MINIMUM_SEARCH_LENGTH || /^\d+$/.test(text)
