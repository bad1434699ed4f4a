const paragraphOf = (node: Node | null) => {
  const element = node instanceof Element ? node : node?.parentElement
  const found = element?.closest<HTMLElement>('[data-paragraph]')?.dataset['paragraph']
  return found === undefined ? undefined : Number(found)
}

/** The first and the last paragraph of the page that the person has selected text in. */
export function selectedParagraphs(): [number, number] | undefined {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed) return undefined
  const ends = [paragraphOf(selection.anchorNode), paragraphOf(selection.focusNode)]
  const [one, other] = ends
  return one === undefined || other === undefined ? undefined : [one, other]
}
