import { Button, TextInput } from '@mantine/core'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import { Banner } from '#web/ui/page/states.tsx'

/** The link by which a colleague joins, to be handed over since no mail leaves from here. */
export function InvitationLinkPicker({
  email,
  link,
  onClose,
}: {
  email: string
  link: string
  onClose: () => void
}) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      notify.done('The link was copied.')
    } catch {
      notify.failed('The browser does not allow copying here. Select the link and copy it yourself.')
    }
  }
  return (
    <Dialog
      title="Invitation"
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={() => void copy()}>
            Copy
          </Button>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <Banner tone="warning">
        No mail server is configured, so no e-mail was sent. Give this link to {email} yourself; it is shown
        only this once.
      </Banner>
      <TextInput
        label="Link"
        value={link}
        readOnly
        data-autofocus
        onFocus={event => event.currentTarget.select()}
        description="Your colleague can use it once, within 7 days, to join the company."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
    </Dialog>
  )
}
