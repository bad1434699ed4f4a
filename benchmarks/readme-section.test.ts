import { expect, test } from 'vitest'
import { replaceSection } from './readme-section.ts'

test('the text between the marks is replaced, and nothing else', () => {
  const readme = 'Before\n\n<!-- api -->\n\nold\n\n<!-- end of api -->\n\nAfter\n'
  const replaced = 'Before\n\n<!-- api -->\n\nnew\n\n<!-- end of api -->\n\nAfter\n'
  expect(replaceSection(readme, 'api', 'new\n')).toBe(replaced)
  expect(replaceSection(replaced, 'api', 'new')).toBe(replaced)
  expect(() => replaceSection(readme, 'documents', 'new')).toThrow('has lost its marks for “documents”')
})
