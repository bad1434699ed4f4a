import { expect, test } from 'vitest'
import { retryUntilAvailable } from './retry-until-available.ts'

const gone = () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })

function waiting() {
  const said: string[] = []
  const stopping = new AbortController()
  const options = {
    what: 'Background work',
    log: (line: string) => void said.push(line),
    signal: stopping.signal,
    firstPauseMs: 1,
  }
  return { said, stopping, options }
}

test('work for which the database is gone is done once it is back, and says once that it waits', async () => {
  const { said, options } = waiting()
  let tries = 0
  const work = async () => {
    tries += 1
    if (tries < 4) throw gone()
    return 'done'
  }
  expect(await retryUntilAvailable(work, options)).toBe('done')
  expect(tries).toBe(4)
  expect(said).toEqual(['Background work waits: The database cannot be reached; try again in a moment.'])
})

test('a failure of the product itself is not tried again', async () => {
  const { said, options } = waiting()
  let tries = 0
  const work = async () => {
    tries += 1
    throw new TypeError('undefined is not a function')
  }
  await expect(retryUntilAvailable(work, options)).rejects.toThrow(TypeError)
  expect([tries, said]).toEqual([1, []])
})

test('a server that is told to stop does not wait any longer', async () => {
  const { stopping, options } = waiting()
  const work = async () => {
    stopping.abort()
    throw gone()
  }
  expect(await retryUntilAvailable(work, { ...options, firstPauseMs: 60_000 })).toBeUndefined()
})
