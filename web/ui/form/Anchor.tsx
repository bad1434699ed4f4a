import { type Ref, type RefObject, useImperativeHandle } from 'react'

type Props = {
  at: RefObject<HTMLElement | null>
  ref?: Ref<HTMLElement | null>
}

/**
 * The target of a popover that is mounted only while it is open: it stands at an element that is there before. A form
 * of thirty fields has no use for thirty closed popovers, each of which costs more than its field.
 */
export function Anchor({ at, ref }: Props) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => at.current)
  return null
}
