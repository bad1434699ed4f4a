import { useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import {
  chargeableWeightOfItem,
  chargeableWeightOfItems,
  type ChargeableWeight,
  type VolumeWeights,
} from '#contract/chargeable-weight.ts'
import type { Job, Quote } from '#contract/jobs.ts'
import { companyQuery } from '#web/records/company.ts'
import { useJob } from '#web/records/queries.ts'
import { chargeableWords, isChargedByWeight } from './chargeable-words.ts'
import { chargedItem, type ItemValues } from './form.ts'
import './items.css'

type Props = {
  quote: Quote
  of: (by: { mode: number | null; weights: VolumeWeights }) => ChargeableWeight | null
}

function Charged({ quote, of }: Props) {
  const { data: weights } = useQuery({ ...companyQuery, enabled: isChargedByWeight(quote) })
  if (!weights || !isChargedByWeight(quote)) return null
  const found = of({ mode: quote.transportMode, weights })
  return found && <p className="item-note">{chargeableWords(found.kilograms, quote, weights)}</p>
}

/** What all items of a job are charged by, as one consignment; nothing where the mode has no chargeable weight. */
export const ChargeableWeightOfItems = ({ job }: { job: Job }) => (
  <Charged quote={job.quote} of={by => chargeableWeightOfItems(job.items, by)} />
)

/** The same for an item, as it is typed. */
export function ChargeableWeightOfItem({ jobId, control }: { jobId: string; control: Control<ItemValues> }) {
  const { data: job } = useJob(jobId)
  const typed = useWatch({ control }) as ItemValues
  return job && <Charged quote={job.quote} of={by => chargeableWeightOfItem(chargedItem(typed), by)} />
}
