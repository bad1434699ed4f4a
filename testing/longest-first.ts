import { join } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { longTests } from './long-tests.ts'

const root = join(import.meta.dirname, '..')

const longest = longTests.map(path => join(root, path))

/**
 * A long file that begins last is waited for by everybody: it begins first. Without this a machine that has
 * never run the tests orders them by the size of their files, which says nothing of these. Then one project after the
 * other: a worker that has loaded the server ends when the next file in the row is another project's, and the server is
 * loaded again for the one after that.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = [...new Set(files.map(({ project }) => project.name))].toSorted()
    const rank = ({ moduleId, project }: TestSpecification) => {
      const place = longest.indexOf(moduleId)
      return place === -1 ? longest.length + projects.indexOf(project.name) : place
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
