import { useRef } from 'react'
import { isTemplateFile, isWordDocument, templateFileName, wrongTemplateFiles } from '#contract/file-names.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { messageOf } from '#web/lib/problem.ts'
import { askForAnswer, askMessage } from '#web/ui/dialog/message-box-store.ts'
import { uploadOrReplace } from '#web/ui/upload/upload-or-replace.ts'
import { useUploads } from '#web/ui/upload/uploads.ts'
import { useReplaceTemplate, useUploadTemplate } from './queries.ts'

/** How a Word document becomes a template: with the job that it was made for, or as it is. */
export type DocumentUse = {
  jobId: string | undefined
  /** Numbers of that job in the file's name: the template's documents are not called by them. */
  numbers?: readonly string[]
}

type Options = {
  listed: readonly DocumentTemplate[]
  /** `jobId` is that of the job for which the document was made, where the person named one. */
  onStored: (template: DocumentTemplate, jobId: string | undefined) => void
  /** Asks how one Word document is to be used, nothing where not at all; absent where each is used as it is. */
  askForUse?: (file: File) => Promise<DocumentUse | undefined>
}

/** Adds Word templates; other files are refused before they are sent, and Word documents may be used as templates. */
export function useTemplateUploads({ listed, onStored, askForUse }: Options) {
  const upload = useUploadTemplate()
  const replace = useReplaceTemplate()
  const documents = useRef(new WeakMap<File, DocumentUse>())
  const { add, ...others } = useUploads({
    explain: messageOf,
    send: async (file, onProgress, signal, id) => {
      const use = documents.current.get(file)
      const sent = { file, onProgress, signal, asTemplate: use !== undefined, jobId: use?.jobId }
      const stored = await uploadOrReplace(file, {
        id,
        listed,
        upload: () => upload.mutateAsync({ id, ...sent, numbers: use?.numbers ?? [] }),
        replace: documentTemplateId => replace.mutateAsync({ documentTemplateId, ...sent }),
      })
      if (stored) onStored(stored, use?.jobId)
    },
  })
  const addTemplates = async (files: readonly File[]) => {
    // Asked first: an upload may have a question of its own, and a second question closes the first.
    const refused = files.filter(file => !isTemplateFile(file.name))
    const areTaken = refused.length > 0 && (await areToBeTemplates(refused.map(({ name }) => name)))
    const taken = areTaken ? files.filter(file => isWordDocument(file.name)) : []
    // Of several none is looked at more closely than the others.
    const [only] = files.length === 1 ? taken : []
    const use = only && askForUse ? await askForUse(only) : { jobId: undefined }
    if (!use) return
    const asTemplates = taken.map(file => {
      const template = new File([file], templateFileName(file.name), { type: file.type })
      documents.current.set(template, use)
      return template
    })
    add([...files.filter(file => isTemplateFile(file.name)), ...asTemplates])
  }
  return { ...others, add: addTemplates }
}

/** Names every refused file in one message; true where the Word documents among them are to be templates. */
async function areToBeTemplates(refused: readonly string[]): Promise<boolean> {
  const words = wrongTemplateFiles(refused)
  const documents = refused.filter(isWordDocument)
  const [first] = documents
  if (first === undefined) {
    await askMessage(words)
    return false
  }
  const isOne = documents.length === 1
  const other = isOne ? 'Use it as a template' : 'Use them as templates'
  const offer = isOne
    ? `“${other}” saves a copy of ${first} as the template ${templateFileName(first)}. Ok leaves it out.`
    : `These are Word documents: ${documents.join(', ')}. “${other}” saves copies of them as templates (.dotx). Ok leaves them out.`
  const answer = await askForAnswer({
    ...words,
    advice: offer,
    // Ok does what Cancel would.
    cancel: null,
    other,
  })
  return answer === 'other'
}
