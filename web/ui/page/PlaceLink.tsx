import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FieldPlace } from '#contract/generation.ts'

type Props = { jobId: string; place: FieldPlace | null; onClick: () => void; children: ReactNode }

/** Leads to where a field is filled; plain words where that is no place of the application. */
export function PlaceLink({ jobId, place, onClick, children }: Props) {
  const isOfOtherJob = place?.screen === 'details' && place.shipmentId
  const job = { search: { id: isOfOtherJob || jobId }, onClick, children }
  switch (place?.screen) {
    case 'details':
      return <Link to="/webapp/shipment" hash={place.field} {...job} />
    case 'items':
      return <Link to="/webapp/shipment/items" {...job} />
    case 'finance':
      return <Link to="/webapp/shipment/finance" {...job} />
    case 'contact':
      return (
        <Link to="/webapp/contact" search={{ id: place.id }} onClick={onClick}>
          {children}
        </Link>
      )
    default:
      return <span>{children}</span>
  }
}
