import type { StoredContent, FillDependencies } from '#server/templates/stored-template.ts'

/**
 * Takes documents from the company's budget before anything is done for them, the numbers that they print included,
 * and gives back what was not made and kept. Throws where the budget is spent or there is no room for a file.
 */
export async function withinBudget<Result>(
  { budgets, files }: Pick<FillDependencies, 'budgets' | 'files'>,
  { accountId, contentKey }: { accountId: string } & StoredContent,
  documents: number,
  make: () => Promise<Result>,
): Promise<Result> {
  budgets.take(accountId, 'documents', documents)
  try {
    // The template's key: it says whose the documents will be.
    await files.requireRoom(contentKey, { bytes: 1 })
    return await make()
  } catch (error) {
    budgets.spend(accountId, 'documents', -documents)
    throw error
  }
}
