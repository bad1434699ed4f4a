import { expect, test } from 'vitest'
import { blocksOf, spansOf } from './markdown.ts'

test('a page falls into its blocks', () => {
  const page = [
    '## Lists',
    'A row is\nprinted once.',
    '- one\n- two\n  goes on',
    '1. first\n2. second',
    '| Write | Get |\n|---|---|\n| `{{A \\| date}}` | a day |',
    '```\n{{#if A}}\n\n{{/if}}\n```',
    '![A sheet](images/templates-a.png)',
  ].join('\n\n')
  expect(blocksOf(page)).toEqual([
    { kind: 'heading', level: 2, text: 'Lists' },
    { kind: 'paragraph', text: 'A row is printed once.' },
    { kind: 'list', isOrdered: false, items: ['one', 'two goes on'] },
    { kind: 'list', isOrdered: true, items: ['first', 'second'] },
    { kind: 'table', head: ['Write', 'Get'], rows: [['`{{A | date}}`', 'a day']] },
    { kind: 'code', text: '{{#if A}}\n\n{{/if}}' },
    { kind: 'picture', path: 'images/templates-a.png', text: 'A sheet' },
  ])
})

test('code and strong words stand out in a line', () => {
  expect(spansOf('Type `{{A}}` in a **Word Template**.')).toEqual([
    { kind: 'plain', text: 'Type ' },
    { kind: 'code', text: '{{A}}' },
    { kind: 'plain', text: ' in a ' },
    { kind: 'strong', text: 'Word Template' },
    { kind: 'plain', text: '.' },
  ])
})
