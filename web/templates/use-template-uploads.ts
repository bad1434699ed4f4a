import { useRef } from 'react'
import {
  isTemplateFile,
  isWordDocument,
  templateAdvice,
  templateFileName,
  wrongTemplateFile,
} from '#contract/file-names.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { newId } from '#web/lib/new-id.ts'
import { messageOf } from '#web/lib/problem.ts'
import { askForAnswer, askMessage } from '#web/ui/message-box-store.ts'
import { uploadOrReplace } from '#web/ui/upload-or-replace.ts'
import { useUploads } from '#web/ui/uploads.ts'
import { useReplaceTemplate, useUploadTemplate } from './queries.ts'

/** Adds Word templates; anything but .dotx is refused before it is sent, and Word documents are offered to be taken. */
export function useTemplateUploads(
  listed: readonly DocumentTemplate[],
  onStored: (template: DocumentTemplate) => void,
) {
  const upload = useUploadTemplate()
  const replace = useReplaceTemplate()
  const documents = useRef(new WeakSet<File>())
  const { add, ...others } = useUploads({
    explain: messageOf,
    send: async (file, onProgress, signal) => {
      const sent = { file, onProgress, signal, asTemplate: documents.current.has(file) }
      const stored = await uploadOrReplace(file, {
        listed,
        upload: () => upload.mutateAsync({ id: newId(), ...sent }),
        replace: documentTemplateId => replace.mutateAsync({ documentTemplateId, ...sent }),
      })
      if (stored) onStored(stored)
    },
  })
  const addTemplates = async (files: readonly File[]) => {
    add(files.filter(file => isTemplateFile(file.name)))
    const found = files.filter(file => isWordDocument(file.name))
    if (found.length > 0 && (await areToBeTemplates(found)))
      add(
        found.map(file => {
          const template = new File([file], templateFileName(file.name), { type: file.type })
          documents.current.add(template)
          return template
        }),
      )
    for (const file of files) {
      if (isTemplateFile(file.name) || isWordDocument(file.name)) continue
      const advice = templateAdvice(file.name)
      await askMessage({ ...wrongTemplateFile(file.name), ...(advice && { advice }) })
    }
  }
  return { ...others, add: addTemplates }
}

const MOST_NAMED = 5

/** Asked once for all of them. */
async function areToBeTemplates(documents: readonly File[]): Promise<boolean> {
  const [first] = documents
  if (!first) return false
  const names = documents.slice(0, MOST_NAMED).map(({ name }) => name)
  if (documents.length > MOST_NAMED) names.push(`${documents.length - MOST_NAMED} more`)
  const isOne = documents.length === 1
  const answer = await askForAnswer({
    ...wrongTemplateFile(first.name),
    advice: isOne
      ? `${first.name} is a Word document. It can be kept as the template ${templateFileName(first.name)}; your own file stays as it is.`
      : `These are Word documents: ${names.join(', ')}. They can be kept as templates (.dotx); your own files stay as they are.`,
    other: isOne ? 'Use it as a template' : 'Use them as templates',
  })
  return answer === 'other'
}
