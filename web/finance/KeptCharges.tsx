import { useId, useState } from 'react'
import type { Cargo } from '#contract/chargeable-weight.ts'
import type { Finance } from '#contract/finance.ts'
import {
  chargeLines,
  chargeSectionLabels,
  isFreightLineShown,
  type ChargeSection,
} from '#contract/finance-sections.ts'
import { type KeptFigures, keptFigures } from '#contract/finance-totals.ts'
import { FormSection } from '#web/ui/form/FormSection.tsx'
import { ChargeField } from './ChargeField.tsx'
import { figureOf, type SectionChange } from './charges.ts'
import { ChargeSectionFields } from './ChargeSectionFields.tsx'
import { keptWords, transportWords } from './kept-words.ts'

type Props = {
  finance: Finance
  cargo: Cargo
  isReadOnly: boolean
  onChange: (section: ChargeSection, change: SectionChange) => void
  onBlur: () => void
}

/** Says which figures are kept and not charged, since the quote type or the mode hides them, and shows them. */
export function KeptCharges(props: Props) {
  const [isShown, setIsShown] = useState(false)
  const fields = useId()
  const kept = keptFigures(props.finance)
  if (kept.length === 0 && !isShown) return null
  return (
    <>
      <p className="finance__note">
        {kept.length === 0 && 'Every figure is charged. '}
        {kept.map(one => `${keptWords(one, props.finance)} `)}
        <button
          type="button"
          className="finance__sum"
          aria-label={isShown ? 'Hide what is not charged' : 'Show what is not charged'}
          aria-expanded={isShown}
          aria-controls={fields}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      </p>
      {isShown && (
        <div id={fields} className="finance">
          <KeptFields {...props} kept={kept} />
        </div>
      )}
    </>
  )
}

function KeptFields({ kept: now, ...props }: Props & { kept: readonly KeptFigures[] }) {
  const { finance, isReadOnly, onChange, onBlur } = props
  // A field that is emptied stays until it is hidden: it must not go while somebody types in it.
  const [kept] = useState(now)
  return kept.map(({ section, isWhole, lines }) => {
    const labels: Record<string, string> = chargeLines[section]
    const hiddenByMode = lines.filter(
      line => section === 'freightCharge' && !isFreightLineShown(line, finance.transportMode),
    )
    const change = (part: SectionChange) => onChange(section, part)
    return (
      <div key={section} className="finance">
        {isWhole && <ChargeSectionFields {...props} section={section} onChange={change} isNotCharged />}
        {hiddenByMode.length > 0 && (
          <FormSection title={`${chargeSectionLabels[section]} (not charged ${transportWords(finance)})`}>
            {hiddenByMode.map(line => (
              <ChargeField
                key={line}
                label={labels[line] ?? line}
                place={`${finance.id} ${section}.${line}`}
                currency={finance[section]?.currency ?? finance.currency}
                value={figureOf(finance, section, line)}
                onChange={value => change({ [line]: value })}
                onBlur={onBlur}
                isReadOnly={isReadOnly}
              />
            ))}
          </FormSection>
        )}
      </div>
    )
  })
}
