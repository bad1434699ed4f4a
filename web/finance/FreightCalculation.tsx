import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Finance } from '#contract/finance.ts'
import { numberText } from '#web/lib/format.ts'
import type { Cargo } from '#contract/chargeable-weight.ts'
import { calculateFreight } from './calculate-freight.ts'

type Props = { finance: Finance; cargo: Cargo; onUse: (total: number) => void }

/** Proposes the freight total from rates and weight, and shows how it comes about. */
export function FreightCalculation({ finance, cargo, onUse }: Props) {
  const [isShown, setIsShown] = useState(false)
  const result = calculateFreight(finance.freightCharge ?? {}, finance.transportMode, cargo)
  return (
    <div className="finance__calculation">
      <Button
        variant="default"
        size="compact-sm"
        aria-expanded={isShown}
        onClick={() => setIsShown(!isShown)}
      >
        Calculate
      </Button>
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
