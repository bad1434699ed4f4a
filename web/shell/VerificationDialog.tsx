import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { verifyAddress, sendVerification } from '#contract/joining.ts'
import { call } from '#web/lib/call.ts'
import { membershipQuery, useMembership } from '#web/lib/membership.ts'
import { useFailure } from '#web/ui/form/failure.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { notify } from '#web/ui/notice/notify.ts'

/** Sends a code to the person's own address and takes it; e-mails may leave in their name from then on. */
export function VerificationDialog({ onClose }: { onClose: () => void }) {
  const { user } = useMembership()
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const failure = useFailure()
  const send = useMutation({ mutationFn: () => call(sendVerification) })
  const prove = useMutation({
    mutationFn: () => call(verifyAddress, { body: { code: code.replaceAll(/\s/g, '') } }),
  })
  const submit = async (hasLeft: () => boolean) => {
    if (!send.data) return send.mutateAsync()
    await prove.mutateAsync()
    await client.invalidateQueries({ queryKey: membershipQuery.queryKey })
    if (hasLeft()) return undefined
    notify.done('Your e-mail address is confirmed. You can send e-mails now.')
    return onClose()
  }
  return (
    <FormDialog
      title="Confirm your e-mail address"
      size="sm"
      onClose={onClose}
      onSubmit={submit}
      isUnsaved={code !== ''}
      failure={failure}
      isBusy={send.isPending}
      submit={send.data ? 'Confirm' : 'Send the code'}
    >
      {send.data ? (
        <>
          <p>
            We sent a six-digit code to <strong>{send.data.email}</strong>. It works for ten minutes.
          </p>
          <TextInput
            label="Code"
            value={code}
            onChange={event => setCode(event.currentTarget.value)}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
          />
          <p>
            <Button
              variant="default"
              size="xs"
              loading={send.isPending}
              onClick={() => void failure.attempt(() => send.mutateAsync())}
            >
              Send another code
            </Button>
          </p>
        </>
      ) : (
        <p>
          E-mails are sent in your name, and replies come to <strong>{user.email}</strong>. Before the first
          one, we send a code there to check that the address is yours.
        </p>
      )}
    </FormDialog>
  )
}
