import { Button } from '@mantine/core'
import { type Company, MAX_LOGO_BYTES } from '#contract/company.ts'
import { messageOf } from '#web/lib/problem.ts'
import { FileButton } from '#web/ui/upload/FileButton.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import { useLogo, useRemoveLogo, useUploadLogo } from './queries.ts'

const HINT = 'PNG or JPEG, at most 1 MB. A logo at least 600 pixels wide prints sharply.'

/** The picture that stands on the company's papers; a choice is kept at once. */
export function LogoField({ company, mayWrite }: { company: Company; mayWrite: boolean }) {
  const { data: shown } = useLogo(company)
  const upload = useUploadLogo()
  const removal = useRemoveLogo()
  const picture = company.logo ? shown?.file : undefined

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
  const remove = async () => {
    try {
      await removal.mutateAsync()
      const undo = picture && {
        label: 'Undo',
        run: () => void put(new File([picture], 'logo', { type: picture.type })),
      }
      notify.done('Logo removed.', undo)
    } catch (error) {
      notify.failed(messageOf(error))
    }
  }

  return (
    <div className="company-logo">
      <div className={picture ? 'company-logo__frame' : 'company-logo__frame company-logo__frame--empty'}>
        {picture ? <img src={shown?.address} alt={`Logo of ${company.name}`} /> : <span>No logo yet</span>}
      </div>
      {mayWrite && (
        <div className="company-logo__actions">
          <FileButton
            accept="image/png,image/jpeg"
            loading={upload.isPending}
            onFiles={([file]) => file && void put(file)}
          >
            {company.logo ? 'Replace Logo' : 'Upload Logo'}
          </FileButton>
          {company.logo && (
            <Button variant="subtle" color="red" loading={removal.isPending} onClick={() => void remove()}>
              Remove
            </Button>
          )}
          <p className="company-hint">{HINT}</p>
        </div>
      )}
    </div>
  )
}
