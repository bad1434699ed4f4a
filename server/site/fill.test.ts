import { expect, test } from 'vitest'
import { fill, readTemplate, type Values } from './fill.ts'

const filled = (source: string, values: Values) => fill(readTemplate(source), values)

test('places are filled, and what stands there is text and no markup', () => {
  const values = { brand: { name: `<b>Müller & "Sons"</b>`, year: 2025 } }
  expect(filled('<p title="{{brand.name}}">{{brand.name}} {{brand.year}}</p>', values)).toBe(
    '<p title="&#60;b&#62;Müller &#38; &#34;Sons&#34;&#60;/b&#62;">&#60;b&#62;Müller &#38; &#34;Sons&#34;&#60;/b&#62; 2025</p>',
  )
})

test('within a block of data what is filled in is JSON, and cannot end the block', () => {
  const name = `"Sons" </script><script>alert(1)`
  const page = filled('{{name}}<script type="application/ld+json">{"name":"{{name}}"}</script>{{name}}', {
    name,
  })
  const [, data = ''] = /json">(.*?)<\/script>/.exec(page) ?? []
  expect(JSON.parse(data)).toEqual({ name })
  const html = '&#34;Sons&#34; &#60;/script&#62;&#60;script&#62;alert(1)'
  expect(page.startsWith(html)).toBe(true)
  expect(page.endsWith(html)).toBe(true)
})

test('lists are gone through, with the outer values in reach', () => {
  const values = {
    of: 'Lading',
    plans: [
      { name: 'A', list: ['x', 'y'] },
      { name: 'B', list: [] },
    ],
  }
  expect(
    filled('{{#plans}}[{{of}} {{name}}:{{#list}} {{it}}{{/list}}{{^list}} none{{/list}}]{{/plans}}', values),
  ).toBe('[Lading A: x y][Lading B: none]')
})

test('parts are shown if there is something, or if there is nothing', () => {
  const source = '{{#a}}yes{{/a}}{{^a}}no{{/a}}'
  for (const a of [true, 'text', { b: 1 }, 0]) expect(filled(source, { a })).toBe('yes')
  for (const a of [false, '', null, undefined, []]) expect(filled(source, { a })).toBe('no')
})

test('what is filled in is not read as a place again', () => {
  const values = { typed: '{{secret}}', secret: 'never' }
  expect(filled('{{#typed}}{{typed}}{{/typed}}', values)).toBe('{{secret}}')
})

test('a place that nothing fills, and a block without end, are mistakes', () => {
  expect(() => filled('{{brand.nmae}}', { brand: { name: 'x' } })).toThrow('{{brand.nmae}}')
  expect(() => filled('{{brand}}', { brand: { name: 'x' } })).toThrow('is no text')
  expect(() => filled('{{constructor}}', {})).toThrow('{{constructor}}')
  expect(() => readTemplate('{{#a}}x')).toThrow('{{#a}} has no end.')
  expect(() => readTemplate('{{#a}}{{/b}}')).toThrow('{{/b}} ends nothing.')
})
