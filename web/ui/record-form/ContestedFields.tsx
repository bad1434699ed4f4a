import './conflict.css'

type Props<Field extends string> = {
  fields: readonly { field: Field; label: string; mine: string; theirs: string }[]
  /** The fields of which one's own value shall stand. */
  mine: readonly Field[]
  onChoose: (field: Field, isMine: boolean) => void
}

/** Two people changed the same: one choice a field. */
export function ContestedFields<Field extends string>({ fields, mine, onChoose }: Props<Field>) {
  const choice = (field: Field, isMine: boolean, text: string) => (
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
