import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { TOKEN_DAYS } from '#contract/api-tokens.ts'
import type { Role } from '#contract/permissions.ts'
import { DateField } from '#web/ui/form/DateField.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { TextField } from '#web/ui/form/fields.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import { Banner } from '#web/ui/page/states.tsx'
import { useCreateToken } from './queries.ts'
import { RoleField } from './RoleField.tsx'
import './users.css'

/** Makes a token and shows it, this one time. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState<string | null>(null)
  const [role, setRole] = useState<Role>('staff')
  const [expiresOn, setExpiresOn] = useState<string | null>(null)
  const create = useCreateToken()
  const token = create.data?.token
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      notify.done('The token was copied.')
    } catch {
      notify.failed('The browser does not allow copying here. Select the token and copy it yourself.')
    }
  }
  if (token)
    return (
      <Dialog
        title="New Token"
        size="sm"
        onClose={onClose}
        footer={
          <>
            <Button variant="default" onClick={() => void copy(token)}>
              Copy
            </Button>
            <Button onClick={onClose}>Done</Button>
          </>
        }
      >
        <Banner tone="warning">
          This is the only time the token is shown. Keep it where the program can find it.
        </Banner>
        <TextInput
          label="Token"
          value={token}
          readOnly
          data-autofocus
          onFocus={event => event.currentTarget.select()}
          description="Send it with every call as “Authorization: Bearer …”."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      </Dialog>
    )
  return (
    <FormDialog
      title="New Token"
      size="sm"
      onClose={onClose}
      onSubmit={() => create.mutateAsync({ name: name ?? '', role, expiresOn })}
      isUnsaved={name !== null || expiresOn !== null || role !== 'staff'}
      submit="Create"
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        description="What it is for: “Customs feed”."
        autoFocus
      />
      <RoleField
        value={role}
        onChange={setRole}
        description="It never has more permissions than you, ends when your access ends, and cannot manage people or tokens."
      />
      <DateField
        label="Expires after"
        value={expiresOn}
        onChange={setExpiresOn}
        description={`Its last day, at most two years ahead. If it is empty, the token is valid for ${TOKEN_DAYS} days.`}
      />
    </FormDialog>
  )
}
