import { Button } from '@mantine/core'
import { useState } from 'react'
import { TransportMode } from '#contract/choices.ts'
import type { Finance } from '#contract/finance.ts'
import { hasRates, hasUnchargedRates } from '#contract/finance-totals.ts'
import { numberText } from '#web/lib/format.ts'
import type { Cargo } from '#contract/chargeable-weight.ts'
import { calculateFreight } from './calculate-freight.ts'

type Props = { finance: Finance; cargo: Cargo; isReadOnly: boolean; onUse: (total: number) => void }

const CALCULATE = 'calculate-freight'
/** Leads to where the rates are made a total. */
export const goToRates = () => document.getElementById(CALCULATE)?.focus()

/** Proposes the freight total from rates and weight, shows how it comes about, and says where none is taken yet. */
export function FreightCalculation({ finance, cargo, isReadOnly, onUse }: Props) {
  const [isShown, setIsShown] = useState(false)
  const { freightCharge, transportMode } = finance
  const hasAnyRates = hasRates('freightCharge', freightCharge, transportMode)
  // Amounts are added up by themselves.
  if (transportMode !== TransportMode.air && !hasAnyRates) return null
  const isUncharged = hasUnchargedRates(finance)
  const result = calculateFreight(freightCharge ?? {}, transportMode, cargo)
  return (
    <div className="finance__calculation">
      {isUncharged && (
        <p className="finance__uncharged">
          Rates are entered, and nothing is charged for them yet.
          {!isReadOnly && ' Calculate proposes the total.'}
        </p>
      )}
      {!isReadOnly && (
        <Button
          id={CALCULATE}
          variant="default"
          size="compact-sm"
          aria-expanded={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          Calculate
        </Button>
      )}
      {isShown && (
        <div role="status" className="finance__proposal">
          {'reason' in result ? (
            <p>{result.reason}</p>
          ) : (
            <>
              <ul>
                {result.steps.map(step => (
                  <li key={step}>{step}</li>
                ))}
              </ul>
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => {
                  onUse(result.total)
                  setIsShown(false)
                }}
              >
                Use {numberText(result.total)}
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  )
}
