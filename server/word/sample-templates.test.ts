import { catalogue, sampleItem, sampleValues } from '#testing/word/catalogue.ts'
import { documentText, parseAllParts } from '#testing/word/read-document.ts'
import { sampleTemplates } from '#testing/word/templates.ts'
import { validationErrors } from '#testing/word/validate.ts'
import { describe, expect, test, vi } from 'vitest'
import { compileTemplate } from './compile.ts'
import { renderDocument } from './render.ts'

// The validator starts a program for each file.
vi.setConfig({ testTimeout: 60_000 })

for (const [name, bytes] of sampleTemplates()) {
  describe(name, async () => {
    const template = await compileTemplate(bytes, catalogue)

    test('is a valid template without problems', async () => {
      expect(template.problems).toEqual([])
      expect(template.removed).toEqual([])
      expect(await validationErrors(bytes, 'dotx')).toEqual([])
    })

    test.each([0, 1, 40])('with %i items gives a valid document that holds the job', async items => {
      const document = renderDocument(template, sampleValues(items))
      expect(await validationErrors(document)).toEqual([])
      const parts = [...(await parseAllParts(document)).keys()].filter(part => part.startsWith('word/'))
      const texts = await Promise.all(parts.map(part => documentText(document, part)))
      const whole = texts.join('\n')
      expect(whole).not.toMatch(/\{\{|\}\}|undefined|null|NaN/)
      for (const value of ['LAD-26-01042', 'Fairholme & Daughters Outfitters Ltd', 'Northgate Freight Ltd']) {
        expect(whole.toLowerCase()).toContain(value.toLowerCase())
      }
      for (let number = 0; number < items; number += 1)
        expect(whole).toContain(String(sampleItem(number).Name))
      expect(whole).not.toContain(String(sampleItem(items).Name))
    })

    test('prints nothing for a job that has nothing', async () => {
      const document = renderDocument(template, { fields: {}, lists: {} })
      expect(await validationErrors(document)).toEqual([])
      expect(await documentText(document)).not.toMatch(/\{\{|undefined|null|NaN|Invalid/)
    })
  })
}
