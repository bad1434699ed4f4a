import { isTemplateFile, wrongTemplateFile } from '#contract/file-names.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { newId } from '#web/lib/new-id.ts'
import { messageOf } from '#web/lib/problem.ts'
import { askMessage } from '#web/ui/message-box-store.ts'
import { uploadOrReplace } from '#web/ui/upload-or-replace.ts'
import { useUploads } from '#web/ui/uploads.ts'
import { useReplaceTemplate, useUploadTemplate } from './queries.ts'

/** Adds Word templates; anything but .dotx is refused before it is sent. */
export function useTemplateUploads(
  listed: readonly DocumentTemplate[],
  onStored: (template: DocumentTemplate) => void,
) {
  const upload = useUploadTemplate()
  const replace = useReplaceTemplate()
  const { add, ...others } = useUploads({
    explain: messageOf,
    send: async (file, onProgress, signal) => {
      const stored = await uploadOrReplace(file, {
        listed,
        upload: () => upload.mutateAsync({ id: newId(), file, onProgress, signal }),
        replace: documentTemplateId => replace.mutateAsync({ documentTemplateId, file, onProgress, signal }),
      })
      if (stored) onStored(stored)
    },
  })
  const addTemplates = async (files: readonly File[]) => {
    add(files.filter(file => isTemplateFile(file.name)))
    for (const file of files) {
      if (!isTemplateFile(file.name)) await askMessage(wrongTemplateFile(file.name))
    }
  }
  return { ...others, add: addTemplates }
}
