import { useQuery } from '@tanstack/react-query'
import { membershipQuery } from '#web/lib/membership.ts'
import { JOIN } from '#web/lib/wanted-address.ts'

/** Says that another company invites the signed-in person. */
export function InvitationBar() {
  const { data } = useQuery(membershipQuery)
  const invitations = data?.invitations ?? 0
  if (invitations === 0) return null
  return (
    <div className="notice-bar" role="status">
      {invitations === 1 ? 'Another company invites you' : `${invitations} companies invite you`} to work with
      them. <a href={JOIN}>{invitations === 1 ? 'See the invitation' : 'See the invitations'}</a>
    </div>
  )
}
