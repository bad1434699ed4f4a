import { Button } from '@mantine/core'
import type { Company } from '#contract/company.ts'
import { messageOf } from '#web/lib/problem.ts'
import { FileButton } from '#web/ui/upload/FileButton.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import { useLogo, useRemoveLogo } from './queries.ts'
import { LOGO_HINT, LOGO_TYPES, useLogoChange } from './use-logo-change.ts'

/** The picture that stands on the company's papers; a choice is kept at once. */
export function LogoField({ company, mayWrite }: { company: Company; mayWrite: boolean }) {
  const { data: shown } = useLogo(company)
  const { put, isPending } = useLogoChange()
  const removal = useRemoveLogo()
  const picture = company.logo ? shown?.file : undefined

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
          <FileButton accept={LOGO_TYPES} loading={isPending} onFiles={([file]) => file && void put(file)}>
            {company.logo ? 'Replace Logo' : 'Upload Logo'}
          </FileButton>
          {company.logo && (
            <Button variant="subtle" color="red" loading={removal.isPending} onClick={() => void remove()}>
              Remove
            </Button>
          )}
          <p className="company-hint">{LOGO_HINT}</p>
        </div>
      )}
    </div>
  )
}
