import { Link } from '@tanstack/react-router'
import type { Container } from '#contract/containers.ts'
import { sizeTypeLabel } from '#contract/container-types.ts'
import type { OtherJob } from '#contract/jobs.ts'
import { nameOr } from '#web/lib/format.ts'

const said = ({ number, sizeType, seals }: Container) =>
  [nameOr(number), sizeTypeLabel(sizeType), seals?.join(', ')].filter(Boolean).join(' ')

/** In what the cargo of a house travels: its master's containers, which are changed there. */
export const MastersContainers = ({ master, containers }: { master: OtherJob; containers: Container[] }) => (
  <p className="containers__hint">
    From{' '}
    <Link to="/webapp/shipment/items" search={{ id: master.id }}>
      master {master.jobId}
    </Link>
    : {containers.map(said).join('; ')}
  </p>
)
