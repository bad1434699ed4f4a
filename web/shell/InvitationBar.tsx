import { useMembership } from '#web/lib/membership.ts'
import { JOIN } from '#web/lib/wanted-address.ts'

/** Says that another company invites the signed-in person. */
export function InvitationBar() {
  const { invitations } = useMembership()
  if (invitations === 0) return null
  return (
    <div className="notice-bar" role="status">
      {invitations === 1 ? 'Another company invites you' : `${invitations} companies invite you`} to work with
      them. <a href={JOIN}>{invitations === 1 ? 'See the invitation' : 'See the invitations'}</a>
    </div>
  )
}
