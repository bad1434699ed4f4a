import { join } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = join(import.meta.dirname, '..')

/** The files that take longest, by their time on an idle machine. */
const longest = [
  'server/fuzz.test.ts',
  'server/mails/kills.test.ts',
  'server/db/embedded/crash.test.ts',
  'server/pdf/cleaned-documents.test.ts',
  'server/word/corpus.test.ts',
].map(path => join(root, path))

/**
 * A long file that begins last is waited for by everybody: it begins first. Without this a machine that has
 * never run the tests orders them by the size of their files, which says nothing of these.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.indexOf(moduleId)
      return place === -1 ? longest.length : place
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
