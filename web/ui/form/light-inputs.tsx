import { ComboboxChevron, Input } from '@mantine/core'
import { type ComponentPropsWithRef, type CSSProperties, type MouseEvent, type ReactNode, useId } from 'react'
import { controlSizes } from '#web/ui/theme.ts'

/**
 * The kit's text input, text area and native select with only what our fields use of them. Each of the kit's is a dozen
 * components, all of which are drawn twice, since their ids come late; a form has thirty of them. These are one
 * component each and make the same elements, classes and variables: `light-inputs.test.tsx` compares them with the
 * kit's, so that they look and behave like whatever else the kit draws beside them.
 */

type Kit = 'TextInput' | 'Textarea' | 'NativeSelect'

const classesOf = (kit: Kit) => {
  const named = (part: string, own: string) => [Input.classes[part], own, `mantine-${kit}-${part}`].join(' ')
  return {
    root: named('root', 'mantine-InputWrapper-root'),
    label: named('label', 'mantine-InputWrapper-label'),
    description: named('description', 'mantine-InputWrapper-description'),
    error: named('error', 'mantine-InputWrapper-error'),
    wrapper: named('wrapper', 'mantine-Input-wrapper'),
    input: named('input', 'mantine-Input-input'),
    section: named('section', 'mantine-Input-section'),
  }
}
const classes = {
  TextInput: classesOf('TextInput'),
  Textarea: classesOf('Textarea'),
  NativeSelect: classesOf('NativeSelect'),
}

// React's types know no variables.
const variables = (named: Record<`--${string}`, string>) => named as CSSProperties

const noteSize = 'calc(var(--mantine-font-size-sm) - calc(0.125rem * var(--mantine-scale)))'
const labelStyle = variables({ '--input-label-size': 'var(--mantine-font-size-sm)' })
const descriptionStyle = variables({ '--input-description-size': noteSize })
const errorStyle = variables({ '--input-error-size': noteSize })
const besides = 'calc(var(--mantine-spacing-xs) / 2)'
const ofKit = {
  TextInput: {},
  Textarea: { '--input-padding-y': 'var(--input-padding-y-sm)' },
  NativeSelect: { '--input-right-section-pointer-events': 'none' },
}
/** By whether something stands above and below the input. */
const wrapperStyles = Object.fromEntries(
  (['TextInput', 'Textarea', 'NativeSelect'] as const).flatMap(kit =>
    [false, true].flatMap(above =>
      [false, true].map(below => [
        `${kit} ${above} ${below}`,
        variables({
          ...(above && { '--input-margin-top': besides }),
          ...(below && { '--input-margin-bottom': besides }),
          ...controlSizes,
          ...ofKit[kit],
        }),
      ]),
    ),
  ),
)

const ofLabels = {
  style: labelStyle,
  'data-size': 'sm',
  /** A second click on a label marks no text. */
  onMouseDown: (event: MouseEvent) => {
    if (event.detail > 1) event.preventDefault()
  },
}

type Around = {
  label?: string | undefined
  description?: string | undefined
  /** A sentence that says what is wrong. */
  error?: string | undefined
  /** What stands in the field at its right. */
  rightSection?: ReactNode
  /** The description is a note about what stands in the field: it comes after it. */
  isNoteBelow?: boolean | undefined
  noteClass?: string | undefined
  inputClass?: string | undefined
  dir?: string | undefined
}

type Outside = Omit<Around, 'dir' | 'inputClass'>

/** What the props say that is not the control's own. */
function useAround<Props extends Around & { id?: string | undefined; disabled?: boolean | undefined }>(
  kit: Kit,
  props: Props,
) {
  const { label, description, error, rightSection, isNoteBelow, noteClass, inputClass, dir, ...own } = props
  const ownId = useId()
  const id = own.id ?? ownId
  const described = [error && `${id}-error`, description && `${id}-description`].filter(Boolean).join(' ')
  const wrapper = {
    'data-variant': 'default',
    'data-size': 'sm',
    'data-error': error ? true : undefined,
    'data-disabled': own.disabled || undefined,
    dir,
  }
  const control = {
    ...own,
    id,
    className: inputClass ? `${inputClass} ${classes[kit].input}` : classes[kit].input,
    'data-variant': 'default',
    'data-disabled': own.disabled || undefined,
    'data-error': error ? true : undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  }
  const outside: Outside = { label, description, error, rightSection, isNoteBelow, noteClass }
  return { id, wrapper, control, outside }
}

type FrameProps = {
  kit: Kit
  id: string
  outside: Outside
  wrapper: Record<string, unknown>
  children: ReactNode
}

/** Label, note and error around a control. Called, not drawn: it is no component of its own. */
function framed({ kit, id, outside, wrapper, children }: FrameProps) {
  const { label, description, error, rightSection, isNoteBelow = false, noteClass } = outside
  const { [kit]: named } = classes
  const note = description && (
    <p
      id={`${id}-description`}
      className={noteClass ? `${noteClass} ${named.description}` : named.description}
      style={descriptionStyle}
      data-size="sm"
    >
      {description}
    </p>
  )
  const isAbove = Boolean(description) && !isNoteBelow
  const isBelow = Boolean(error) || (Boolean(description) && isNoteBelow)
  return (
    <div className={named.root} data-size="sm" data-error={error ? true : undefined}>
      {label && (
        <label id={`${id}-label`} htmlFor={id} className={named.label} {...ofLabels}>
          {label}
        </label>
      )}
      {!isNoteBelow && note}
      <div
        {...wrapper}
        className={named.wrapper}
        style={wrapperStyles[`${kit} ${isAbove} ${isBelow}`]}
        data-with-right-section={rightSection ? true : undefined}
      >
        {children}
        {rightSection && (
          <div data-position="right" className={named.section}>
            {rightSection}
          </div>
        )}
      </div>
      {isNoteBelow && note}
      {error && (
        <p id={`${id}-error`} className={named.error} style={errorStyle} data-size="sm">
          {error}
        </p>
      )}
    </div>
  )
}

type Control<Element extends 'input' | 'textarea' | 'select'> = Omit<
  ComponentPropsWithRef<Element>,
  'className' | 'dir' | 'required' | 'size' | 'style'
> &
  Around

export function LightTextInput(props: Control<'input'>) {
  const { id, wrapper, control, outside } = useAround('TextInput', props)
  return framed({ kit: 'TextInput', id, outside, wrapper, children: <input {...control} /> })
}

export function LightTextarea(props: Control<'textarea'>) {
  const { id, wrapper, control, outside } = useAround('Textarea', props)
  const ofArea = { ...wrapper, 'data-multiline': true }
  return framed({ kit: 'Textarea', id, outside, wrapper: ofArea, children: <textarea {...control} /> })
}

export type LightChoice = { value: string; label: string }

export function LightSelect({ data, ...props }: Control<'select'> & { data: readonly LightChoice[] }) {
  const rightSection = <ComboboxChevron size="sm" error={props.error} />
  const { id, wrapper, control, outside } = useAround('NativeSelect', { ...props, rightSection })
  return framed({
    kit: 'NativeSelect',
    id,
    outside,
    wrapper: { ...wrapper, 'data-pointer': true },
    children: (
      <select {...control}>
        {data.map(one => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    ),
  })
}
