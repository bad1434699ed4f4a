import { Button } from '@mantine/core'
import { useLeave } from '#web/joining/queries.ts'
import { useMembership } from '#web/lib/membership.ts'
import { messageOf } from '#web/lib/problem.ts'
import { activeAccount } from '#web/lib/active-account.ts'
import { setUndecided } from '#web/lib/undecided.ts'
import { JOIN } from '#web/lib/wanted-address.ts'
import { askMessage } from '#web/ui/dialog/message-box-store.ts'
import { notify } from '#web/ui/notice/notify.ts'

/** The way out of a company for the person who is signed in. */
export function LeaveCompany() {
  const { account, ownCompany } = useMembership()
  const leave = useLeave()
  const ask = async () => {
    const isMeant = await askMessage({
      title: `Leave ${account.name}?`,
      description:
        'You will no longer see any of it. What you did is kept. To come back, you need a new invitation.' +
        (ownCompany === null ? '' : ` You will return to ${ownCompany}.`),
      ok: 'Leave',
      destructive: true,
      isCancelFirst: true,
    })
    if (!isMeant) return
    try {
      await leave.mutateAsync()
      if (ownCompany === null) setUndecided(activeAccount()?.subject ?? '')
      location.replace(ownCompany === null ? JOIN : '/webapp')
    } catch (error) {
      notify.failed(messageOf(error))
    }
  }
  return (
    <p>
      <Button variant="default" loading={leave.isPending} onClick={() => void ask()}>
        Leave {account.name}
      </Button>
    </p>
  )
}
