import { type Control, useWatch } from 'react-hook-form'
import {
  MAX_PAPER_NUMBER,
  MAX_DIGITS,
  type NumberedPaper,
  numberedPapers,
  numberText,
  paperKinds,
} from '#contract/numbering.ts'
import { FormNumber, FormText } from '#web/ui/form/form-fields.tsx'
import { companyFieldLabels, type CompanyValues } from './form.ts'

type Props = { control: Control<CompanyValues>; readOnly: boolean }

/** How each kind of paper is numbered, and the number that the next one gets. */
export function NumberingFields({ control, readOnly }: Props) {
  return (
    <div className="numbering-frame scrolls-sideways">
      <table className="numbering">
        <thead>
          <tr>
            <th scope="col">Paper</th>
            <th scope="col">Begins with</th>
            <th scope="col">Next number</th>
            <th scope="col">Digits</th>
            <th scope="col">The next one is</th>
          </tr>
        </thead>
        <tbody>
          {paperKinds.map(kind => (
            <SeriesRow key={kind} kind={kind} control={control} readOnly={readOnly} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function SeriesRow({ kind, control, readOnly }: Props & { kind: NumberedPaper }) {
  const { prefix, digits, nextNumber } = useWatch({ control, name: `series.${kind}` })
  const shownDigits = Math.min(typeof digits === 'number' ? digits : 1, MAX_DIGITS)
  const next = typeof nextNumber === 'number' ? nextNumber : 1
  return (
    <tr>
      <th scope="row">{numberedPapers[kind].label}</th>
      <td data-label="Begins with">
        <FormText
          control={control}
          name={`series.${kind}.prefix`}
          label={companyFieldLabels[`series.${kind}.prefix`]}
          readOnly={readOnly}
        />
      </td>
      <td data-label="Next number">
        <FormNumber
          control={control}
          name={`series.${kind}.nextNumber`}
          label={companyFieldLabels[`series.${kind}.nextNumber`]}
          decimals={0}
          positive
          limit={MAX_PAPER_NUMBER}
          readOnly={readOnly}
        />
      </td>
      <td data-label="Digits">
        <FormNumber
          control={control}
          name={`series.${kind}.digits`}
          label={companyFieldLabels[`series.${kind}.digits`]}
          decimals={0}
          positive
          limit={MAX_DIGITS}
          readOnly={readOnly}
        />
      </td>
      <td className="numbering__next" data-label="The next one is">
        {numberText({ prefix: prefix ?? '', digits: shownDigits, nextNumber: next })}
      </td>
    </tr>
  )
}
