import { MAX_LOGO_BYTES } from '#contract/company.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { useUploadLogo } from './queries.ts'

export const LOGO_HINT = 'PNG or JPEG, at most 1 MB. A logo at least 600 pixels wide prints sharply.'
export const LOGO_TYPES = 'image/png,image/jpeg'

/** Keeps a picture as the company's logo at once, and says what became of it. */
export function useLogoChange() {
  const upload = useUploadLogo()
  const put = async (file: File) => {
    if (file.size > MAX_LOGO_BYTES)
      return notify.failed(
        `${file.name} is larger than 1 MB. Save a smaller version of the logo and try again.`,
      )
    try {
      await upload.mutateAsync(file)
      notify.done('Logo saved.')
    } catch (error) {
      notify.failedBecause(`${file.name} could not be saved as the logo.`, error)
    }
  }
  return { put, isPending: upload.isPending }
}
