import './conflict.css'

export type ContestedField = { field: string; label: string; mine: string; theirs: string }

type Props = {
  fields: readonly ContestedField[]
  /** The fields of which one's own value shall stand. */
  mine: readonly string[]
  onChoose: (field: string, isMine: boolean) => void
}

/** Two people changed the same: one choice a field. */
export function ContestedFields({ fields, mine, onChoose }: Props) {
  const choice = (field: string, isMine: boolean, text: string) => (
    <label className="contested__choice">
      <input
        type="radio"
        name={`contested ${field}`}
        checked={mine.includes(field) === isMine}
        onChange={() => onChoose(field, isMine)}
      />
      <span>{text}</span>
    </label>
  )
  return (
    <div className="contested">
      {fields.map(one => (
        <fieldset key={one.field} className="contested__field">
          <legend>{one.label}</legend>
          {choice(one.field, true, `Mine: ${one.mine}`)}
          {choice(one.field, false, `Theirs: ${one.theirs}`)}
        </fieldset>
      ))}
    </div>
  )
}
