/** The database lets the product do too little or too much; the message says what to do, with the statements. */
export class DatabaseAccessError extends Error {
  override name = 'DatabaseAccessError'
}

/** Statements under a sentence, as they are to be pasted. */
export const withStatements = (sentence: string, statements: readonly string[]) =>
  [sentence, ...statements.map(statement => `  ${statement};`)].join('\n')
