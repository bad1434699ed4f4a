import { beforeEach, expect, test, vi } from 'vitest'
import { reveal } from './reveal.ts'

let scrolled: (string | null)[] = []
beforeEach(() => {
  scrolled = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this.textContent)
  })
})

const shown = (isListOpen: boolean) => {
  document.body.innerHTML = `<div><p data-place="a">Place</p>
    <div data-place-bar><button aria-expanded="${isListOpen}">Fields</button></div>
    <div data-item="a">Item</div></div>`
  reveal(document.body, { key: 'a', line: 'a' })
  return scrolled
}

test('the page stays where it is under the open list of a telephone', () => {
  expect(shown(true)).toEqual(['Item'])
})

test('else a place is brought into sight on the page too', () => {
  expect(shown(false)).toEqual(['Item', 'Place'])
})
