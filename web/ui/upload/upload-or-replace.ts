import { isSameName } from '#contract/file-names.ts'
import { isProblem } from '#web/lib/problem.ts'
import { askMessage } from '#web/ui/dialog/message-box-store.ts'

type Kept = { id: string; name: string }

type Ways<Stored> = {
  /** Under which it is uploaded: what is there under it came from this very upload. */
  id: string
  /** What is known to be there already. */
  listed: readonly Kept[]
  upload: () => Promise<Stored>
  replace: (id: string) => Promise<Stored>
}

const hasId = (value: unknown): value is { id: string } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'

/** Uploads a file or, if the person agrees, puts it in the place of the one of that name; null if not. */
export async function uploadOrReplace<Stored>(
  file: File,
  { id, listed, upload, replace }: Ways<Stored>,
): Promise<Stored | null> {
  const replaceIfWanted = async (existingId: string) => {
    const isWanted = await askMessage({
      title: `${file.name} already exists.`,
      description: 'Do you want to replace it?',
      isCancelFirst: true,
    })
    return isWanted ? replace(existingId) : null
  }
  const existing = listed.find(one => isSameName(one.name, file.name))
  // The server knows its own by the id, and answers it again.
  if (existing && existing.id !== id) return replaceIfWanted(existing.id)
  try {
    return await upload()
  } catch (error) {
    // Somebody else put a file of that name there since the list was read.
    if (!isProblem(error, 'already_exists') || !hasId(error.problem.current)) throw error
    return replaceIfWanted(error.problem.current.id)
  }
}
