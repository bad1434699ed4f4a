import { Link } from '@tanstack/react-router'
import type { Container } from '#contract/containers.ts'
import { sizeTypeLabel } from '#contract/container-types.ts'
import type { OtherJob } from '#contract/jobs.ts'
import { nameOr } from '#web/lib/format.ts'

const said = ({ number, sizeType, seals }: Container) =>
  [nameOr(number), sizeTypeLabel(sizeType), seals?.join(', ')].filter(Boolean).join(' ')

type Props = {
  master: OtherJob
  containers: Container[]
  /** Items of the house name them. */
  hold: boolean
}

/** In what the cargo of a house travels: its master's containers, which are changed there. */
export const MastersContainers = ({ master, containers, hold }: Props) => (
  <p className="containers__hint">
    From{' '}
    <Link to="/webapp/shipment/items" search={{ id: master.id }}>
      master {master.jobId}
    </Link>
    : {containers.map(said).join('; ')}
    {hold && '. The items leave them when this job gets a container of its own.'}
  </p>
)
