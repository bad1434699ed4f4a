import { catalogue, sampleValues } from '#testing/word/catalogue.ts'
import { editParts } from '#testing/word/edit-file.ts'
import { paragraph } from '#testing/word/markup.ts'
import { documentText } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { describe, expect, test } from 'vitest'
import { compileTemplate } from '#server/word/compile.ts'
import { renderDocument } from '#server/word/render.ts'
import type { KnownFields } from './known-fields.ts'
import { asOrdinal, hasWordsFor, inWords } from './words.ts'

const inLanguage =
  (language: string, currency = '') =>
  (value: number | string) =>
    inWords(value, { language, currency, isNamed: true })

test.each([
  [
    'fr',
    [1, 71, 80, 81, 99, 200, 201, 1000, 80_000, 1_000_000, 1_205_000],
    'un; soixante et onze; quatre-vingts; quatre-vingt-un; quatre-vingt-dix-neuf; deux cents; deux cent un; mille; quatre-vingt mille; un million; un million deux cent cinq mille',
  ],
  ['fr-BE', [71, 80, 91], 'septante et un; quatre-vingts; nonante et un'],
  [
    'es',
    [16, 21, 100, 101, 500, 1000, 21_000, 1_000_000, 1_000_000_000],
    'dieciséis; veintiuno; cien; ciento uno; quinientos; mil; veintiún mil; un millón; mil millones',
  ],
  [
    'pt-BR',
    [16, 100, 1100, 1213, 2_500_000, 1_000_000_000],
    'dezesseis; cem; mil e cem; mil duzentos e treze; dois milhões e quinhentos mil; um bilhão',
  ],
  ['pt-PT', [16, 17, 19, 1_000_000_000], 'dezasseis; dezassete; dezanove; mil milhões'],
  [
    'de',
    [1, 16, 21, 101, 1213, 1_000_000, 30],
    'eins; sechzehn; einundzwanzig; einhunderteins; eintausendzweihundertdreizehn; eine Million; dreißig',
  ],
  ['de-CH', [30], 'dreissig'],
  [
    'it',
    [21, 23, 28, 108, 180, 1000, 2000, 103_000, 1_000_000],
    'ventuno; ventitré; ventotto; centotto; centottanta; mille; duemila; centotremila; un milione',
  ],
  [
    'nl',
    [1, 22, 24, 101, 1213, 2_000_000],
    'één; tweeëntwintig; vierentwintig; honderdeen; duizend tweehonderddertien; twee miljoen',
  ],
  ['tr', [0, 1, 100, 1000, 2345], 'sıfır; bir; yüz; bin; iki bin üç yüz kırk beş'],
  [
    'ar',
    [2, 11, 21, 200, 2000, 3000, 21_000, 200_000],
    'اثنان; أحد عشر; واحد وعشرون; مائتان; ألفان; ثلاثة آلاف; واحد وعشرون ألفًا; مائتا ألف',
  ],
  [
    'ur',
    [21, 99, 100, 1213, 100_000, 12_345_678],
    'اکیس; ننانوے; ایک سو; ایک ہزار دو سو تیرہ; ایک لاکھ; ایک کروڑ تئیس لاکھ پینتالیس ہزار چھ سو اٹھہتر',
  ],
])('in %s %o are “%s”', (language, numbers, words) => {
  expect(numbers.map(inLanguage(language)).join('; ')).toBe(words)
})

test.each([
  ['en', 'USD', '1213.5', 'one thousand two hundred thirteen US dollars and 50/100'],
  ['en', 'GBP', '1213.5', 'one thousand two hundred thirteen pounds sterling and 50/100'],
  ['en', 'GBP', '1', 'one pound sterling'],
  ['en', 'TRY', '2', 'two Turkish lira'],
  ['en', 'USD', 1, 'one US dollar'],
  ['en', 'eur', '2', 'two euros'],
  ['en', 'JPY', '1234.5', 'one thousand two hundred thirty-five Japanese yen'],
  ['en', 'KWD', '1234.5', 'one thousand two hundred thirty-four Kuwaiti dinars and 500/1000'],
  ['en', 'points', '3', 'three points'],
  ['en', 'XYZ', '3', 'three XYZ'],
  ['fr', 'USD', '1000000', 'un million de dollars des États-Unis'],
  ['fr', 'EUR', '1000000', 'un million d’euros'],
  ['fr', 'GBP', '21.5', 'vingt et une livres sterling et 50/100'],
  ['fr', 'KWD', '3', 'trois dinars koweïtiens'],
  ['es', 'USD', '21.5', 'veintiún dólares estadounidenses con 50/100'],
  ['es', 'GBP', '200', 'doscientas libras esterlinas'],
  ['es', 'EUR', '2000000', 'dos millones de euros'],
  ['pt-BR', 'USD', '1213.5', 'mil duzentos e treze dólares americanos e 50/100'],
  ['pt-BR', 'GBP', '2', 'duas libras esterlinas'],
  ['pt-PT', 'AED', '3', 'três dirhams dos Emirados Árabes Unidos'],
  ['de', 'EUR', '101', 'einhundertein Euro'],
  ['de', 'INR', '1', 'eine Indische Rupie'],
  ['it', 'USD', '1', 'un dollaro statunitense'],
  ['it', 'GBP', '1', 'una sterlina britannica'],
  ['it', 'EUR', '1000000', 'un milione di euro'],
  ['nl', 'EUR', '1.05', 'één euro en 05/100'],
  ['tr', 'TRY', '1213.5', 'binikiyüzonüç Türk lirası ve 50/100'],
  ['ar', 'USD', '1', 'دولار أمريكي واحد'],
  ['ar', 'USD', '2', 'دولاران أمريكيان'],
  ['ar', 'USD', '5', 'خمسة دولارات أمريكية'],
  ['ar', 'USD', '11', 'أحد عشر دولارًا أمريكيًا'],
  ['ar', 'USD', '200', 'مائتا دولار أمريكي'],
  ['ar', 'USD', '21000', 'واحد وعشرون ألف دولار أمريكي'],
  ['ar', 'PKR', '3', 'ثلاث روبيات باكستانية'],
  ['ar', 'KWD', '7.25', 'سبعة دنانير كويتية و250/1000'],
  ['ur', 'PKR', '1213.5', 'ایک ہزار دو سو تیرہ پاکستانی روپے اور 50/100'],
  ['ur', 'PKR', '1', 'ایک پاکستانی روپیہ'],
  ['ur', 'PKR', '2', 'دو پاکستانی روپے'],
  ['ur', 'PKR', '-2', 'منفی دو پاکستانی روپے'],
  ['ur', 'PKR', '-1', 'منفی ایک پاکستانی روپیہ'],
  ['ur', 'USD', '2', 'دو امریکی ڈالر'],
  ['ar', 'JPY', '2', 'ينان يابانيان'],
  ['ar', 'JPY', '5', 'خمسة ينات يابانية'],
  ['ar', 'JPY', '11', 'أحد عشر ينًا يابانيًا'],
  ['ar', 'JPY', '1234', 'ألف ومائتان وأربعة وثلاثون ينًا يابانيًا'],
])('in %s an amount in %s, %s, is “%s”', (language, currency, value, words) => {
  expect(inLanguage(language, currency)(value)).toBe(words)
})

test('every language has its minus, and the sign goes with a zero', () => {
  const minus = ['en', 'fr', 'es', 'pt', 'de', 'it', 'nl', 'tr', 'ar', 'ur'].map(
    language => inWords('-3', { language })?.split(' ')[0],
  )
  expect(minus).toEqual(['minus', 'moins', 'menos', 'menos', 'minus', 'meno', 'min', 'eksi', 'سالب', 'منفی'])
  expect(inWords('-0.001', { language: 'fr' })).toBe('zéro')
})

test('a language without words is told by English ones', () => {
  expect(hasWordsFor('zh-CN')).toBe(false)
  expect(inWords(5, { language: 'zh-CN' })).toBe('five')
})

test.each([
  ['en', '21', '21st'],
  ['en', '112', '112th'],
  ['fr', '1', '1er'],
  ['fr', '2', '2e'],
  ['de', '21', '21.'],
  ['ar', '21', '21'],
])('in %s %s is %s in order', (language, number, expected) => {
  expect(asOrdinal(number, language)).toBe(expected)
})

const known: KnownFields = {
  ...catalogue,
  fields: [
    ...catalogue.fields,
    { name: 'Finance.Total', kind: 'number' },
    { name: 'Finance.Currency', kind: 'text' },
  ],
}

describe('a template', () => {
  const compiled = async (placeholder: string, language: string) => {
    const file = await editParts(templateFile({ body: paragraph(placeholder) }), xml =>
      xml.replaceAll('w:lang w:val="en-GB"', `w:lang w:val="${language}"`),
    )
    return compileTemplate(file, known)
  }
  const print = async (placeholder: string, language: string, fields: Record<string, string>) => {
    const values = sampleValues(0)
    return documentText(
      renderDocument(await compiled(placeholder, language), {
        ...values,
        fields: { ...values.fields, ...fields },
      }),
    )
  }
  const yen = { 'Finance.Total': '1234.5', 'Finance.Currency': 'JPY' }

  test('writes numbers out in its language', async () => {
    const fields = { 'Shipment.NumberOfPackages': '21' }
    expect(await print('{{Shipment.NumberOfPackages | words}}', 'de-DE', fields)).toBe('einundzwanzig')
    expect(await print('{{Shipment.NumberOfPackages | words}}', 'en-GB', fields)).toBe('twenty-one')
  })

  test('names a currency where it is asked for', async () => {
    const dinars = { 'Finance.Total': '1234.5', 'Finance.Currency': 'KWD' }
    for (const format of ['words:"currency"', 'words:"Finance.Currency"', 'words:"KWD"']) {
      expect(await print(`{{Finance.Total | ${format}}}`, 'fr-FR', dinars)).toBe(
        'mille deux cent trente-quatre dinars koweïtiens et 500/1000',
      )
    }
    expect(await print('{{Finance.Total | words:"currency" | firstcap}}', 'en-GB', yen)).toBe(
      'One thousand two hundred thirty-five Japanese yen',
    )
  })

  test('says the same in words as in figures', async () => {
    expect(await print('{{Finance.Total | money}}: {{Finance.Total | words}}', 'en-GB', yen)).toBe(
      'JPY\u00a01,235: one thousand two hundred thirty-five',
    )
  })

  test('of a language without words is told', async () => {
    const { problems, warnings } = await compiled('{{Shipment.NumberOfPackages | words}}', 'zh-CN')
    expect(problems).toEqual([])
    expect(warnings.map(({ message }) => message)).toEqual([
      '“{{Shipment.NumberOfPackages | words}}” prints the number in English words: there are none for the language of the template (zh-CN).',
    ])
    for (const language of ['de-DE', 'ar-SA', 'en-GB'])
      expect((await compiled('{{Shipment.NumberOfPackages | words}}', language)).warnings).toEqual([])
  })

  test('is told what is no currency', async () => {
    const { problems } = await compiled('{{Finance.Total | words:"Money"}}', 'en-GB')
    expect(problems.map(({ message }) => message)).toEqual([
      '“{{Finance.Total | words:"Money"}}” cannot be read. “Money” is neither a currency nor a field.',
    ])
  })
})
