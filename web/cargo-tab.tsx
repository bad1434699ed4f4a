import { ContainersPart } from '#web/containers/ContainersPart.tsx'
import { ItemsTab } from '#web/items/ItemsTab.tsx'

/** A job's cargo: its items, and the containers that carry them. */
export const CargoTab = ({ jobId }: { jobId: string }) => (
  <>
    <ItemsTab jobId={jobId} />
    <ContainersPart jobId={jobId} />
  </>
)
