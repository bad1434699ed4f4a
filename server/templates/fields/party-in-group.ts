import { Direction } from '#contract/choices.ts'
import { organisationIn } from '#contract/job-parties.ts'
import type { Job } from '#contract/jobs.ts'
import type { PartyRole } from '#contract/parties.ts'

/** Who is billed: whoever has that role, or else whose business the job is, an export's shipper or the consignee. */
export const customerRole = (job: Job): PartyRole => {
  if (organisationIn(job, 'customer')) return 'customer'
  return job.direction === Direction.export ? 'shipper' : 'consignee'
}

/** The company that a template's fields of this role are filled with. */
export const partyInGroup = (job: Job, role: PartyRole) =>
  organisationIn(job, role === 'customer' ? customerRole(job) : role)
