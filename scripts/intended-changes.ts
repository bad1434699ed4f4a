/** What the tests of the last release are meant to find different on today's schema: each with its reason. */
export const intendedChanges: readonly { test: RegExp; reason: string }[] = []
