/**
 * Whether a form has to wait for a field whose text is no figure or no date yet. The first such field then says why
 * and has the focus.
 */
export function isBlockedByUnparsed(form: HTMLElement): boolean {
  const unread = form.querySelector<HTMLInputElement>('[data-unread]')
  // Leaving the field is what makes it say why.
  unread?.blur()
  unread?.focus()
  return unread !== null
}
