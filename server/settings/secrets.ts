import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { codeFrom } from '#server/errors.ts'

declare module 'zod' {
  interface GlobalMeta {
    /** Marks a variable as a secret, which a file may hold as well: see `withSecretsFromFiles`. */
    isSecret?: boolean
  }
}

type Variables = Record<string, z.ZodType>
type Environment = Record<string, string | undefined>

/** The name of the variable that names a file in which the secret stands. */
export const fileVariable = (name: string) => `${name}_FILE`

export const secretNames = (variables: Variables): string[] =>
  Object.keys(variables).filter(name => variables[name]?.meta()?.isSecret === true)

/**
 * The same environment with each secret whose `…_FILE` is set read from that file, without the line ends behind it.
 * `mistake` takes a line where a secret is given twice, or its file cannot be read or holds nothing.
 */
export function withSecretsFromFiles(
  given: Environment,
  variables: Variables,
  mistake: (line: string) => void,
): Environment {
  const read = secretNames(variables).flatMap((name): [string, string][] => {
    const variable = fileVariable(name)
    const path = given[variable]
    if (!path) return []
    if (given[name]) {
      mistake(`${name} and ${variable} are both given; set one of them`)
      return []
    }
    const content = contentOf(path, line => mistake(`${variable} names ${path}, which ${line}`))
    return content === undefined ? [] : [[name, content]]
  })
  return { ...given, ...Object.fromEntries(read) }
}

const WORDS: Record<string, string> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'this user may not read',
  EPERM: 'this user may not read',
  EISDIR: 'is a folder',
}

function contentOf(path: string, mistake: (line: string) => void): string | undefined {
  try {
    const content = readFileSync(path, 'utf8').replace(/[\r\n]+$/, '')
    if (content !== '') return content
    mistake('is empty')
  } catch (error) {
    const code = codeFrom(error)
    mistake(WORDS[code] ?? `cannot be read (${code})`)
  }
  return undefined
}
