import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Cargo } from '#contract/chargeable-weight.ts'
import { TransportMode } from '#contract/choices.ts'
import type { Finance } from '#contract/finance.ts'
import { hasRates, hasUnchargedRates } from '#contract/finance-totals.ts'
import { calculateFreight, freightDifference } from '#contract/freight-calculation.ts'
import { amountText } from '#web/lib/format.ts'
import { differenceWords, freightWords } from './freight-words.ts'

type Props = { finance: Finance; cargo: Cargo; isReadOnly: boolean; onUse: (total: number) => void }

const CALCULATE = 'calculate-freight'
const USE = 'use-freight'
/** Leads to where the rates are made a total. */
export const goToRates = () => (document.getElementById(USE) ?? document.getElementById(CALCULATE))?.focus()

/** Proposes the freight total from rates and weight, shows how it comes about, and says where the total is none or another. */
export function FreightCalculation({ finance, cargo, isReadOnly, onUse }: Props) {
  const [isShown, setIsShown] = useState(false)
  const { freightCharge, transportMode } = finance
  const currency = freightCharge?.currency ?? finance.currency
  const hasAnyRates = hasRates('freightCharge', freightCharge, transportMode)
  // Amounts are added up by themselves.
  if (transportMode !== TransportMode.air && !hasAnyRates) return null
  const isUncharged = hasUnchargedRates(finance)
  const difference = freightDifference(finance, cargo)
  const result = calculateFreight(freightCharge ?? {}, finance, cargo)
  const words = freightWords(result, currency)
  const use = (total: number) => {
    onUse(total)
    setIsShown(false)
  }
  return (
    <div className="finance__calculation">
      {isUncharged && (
        <p className="finance__uncharged">
          Rates are entered, but nothing is charged for them yet.
          {!isReadOnly && ' Calculate suggests the total.'}
        </p>
      )}
      {difference && (
        <p className="finance__uncharged">
          {differenceWords(difference, currency)}{' '}
          {!isReadOnly && (
            <button id={USE} type="button" className="finance__sum" onClick={() => use(difference.comesTo)}>
              Use {amountText(difference.comesTo, currency)}
            </button>
          )}
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
          {'reason' in words ? (
            <p>{words.reason}</p>
          ) : (
            <>
              <ul>
                {words.steps.map(step => (
                  <li key={step}>{step}</li>
                ))}
              </ul>
              {'total' in result && !difference && (
                <Button variant="default" size="compact-sm" onClick={() => use(result.total)}>
                  Use {amountText(result.total, currency)}
                </Button>
              )}
            </>
          )}
        </div>
      )}
    </div>
  )
}
