import { Readable } from 'node:stream'
import { type SilenceTimeouts, SilenceWatch } from '#server/silence.ts'
import { type FileStore, FileStoreUnavailable } from './store.ts'

const silent = () =>
  new FileStoreUnavailable('The file store does not answer. Nothing was changed; try again in a moment.')

/**
 * The same store, where nobody waits to its limits (a minute, for a disk none) for one that hangs. A file that comes to
 * be stored after its sender was told that it was not is removed again.
 */
export function withSilenceWatch(store: FileStore, patience?: SilenceTimeouts): FileStore {
  const watch = new SilenceWatch({
    ask: givenUp => store.check({ givenUp }),
    givenUp: silent,
    refused: silent,
    patience,
  })
  return {
    ...store,

    async put(key, content, options) {
      return watch.wait(async givenUp => {
        const stored = await store.put(key, until(givenUp, content), { ...options, givenUp })
        if (givenUp.aborted) await store.delete(key)
        return stored
      })
    },

    async get(key, options) {
      const content = await watch.wait(async givenUp => {
        const given = await store.get(key, { ...options, givenUp })
        if (givenUp.aborted) given.destroy()
        return given
      })
      return heard(content, watch)
    },

    delete: (key, options) => watch.wait(givenUp => store.delete(key, { ...options, givenUp })),

    async close() {
      watch.close()
      await store.close()
    },
  }
}

/** Ends what is being written where nobody waits for it. */
async function* until(givenUp: AbortSignal, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    givenUp.throwIfAborted()
    yield chunk
  }
  givenUp.throwIfAborted()
}

/** Each piece is waited for by itself: how long its reader takes between two says nothing of the store. */
function heard(content: Readable, watch: SilenceWatch): Readable {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    const iterator = content[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
    for (;;) {
      const piece = await watch.wait(() => iterator.next())
      if (piece.done) return
      yield piece.value
    }
  }
  // It may break before anybody reads, and be given up before that as well.
  content.on('error', () => undefined)
  return Readable.from(pieces(), { objectMode: false }).once('close', () => content.destroy())
}
