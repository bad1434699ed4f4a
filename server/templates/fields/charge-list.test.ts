import { describe, expect, test } from 'vitest'
import type { Finance } from '#contract/finance.ts'
import { withSums } from '#contract/finance-totals.ts'
import { finance, source, valueOf } from '#testing/template-source.ts'
import { documentValues } from './catalogue.ts'

describe('the charges', () => {
  const rowsOf = (changes: Partial<Finance>) =>
    documentValues({ ...source, finance: withSums({ ...finance, ...changes }) }).lists.Charges?.map(row => [
      row.Section,
      row.Name,
      row.Amount,
      row.Currency,
      row.Total,
    ])

  test('are a row for each line that holds an amount, of the sections that the quote type shows', () => {
    expect(rowsOf({ quoteType: 1 })).toEqual([
      ['Origin Charges', 'Pick-up', 5, 'USD', 5],
      ['Origin Charges', 'Bill of lading fee', 6, 'USD', 6],
      // 110.275 and 1.1 in full: what is printed adds up to 122.38, as the total is printed.
      ['Freight Charges', 'LCL', 100.25, 'EUR', 110.28],
      ['Freight Charges', 'Other freight charges', 1, 'EUR', 1.1],
    ])
    expect(rowsOf({})).toHaveLength(2)
    expect(rowsOf({ quoteType: null })).toEqual([])
    expect(documentValues({ ...source, finance: null }).lists.Charges).toEqual([])
  })

  const withFreight = (
    changes: Partial<NonNullable<Finance['freightCharge']>>,
    more: Partial<Finance> = {},
  ) =>
    withSums({
      ...finance,
      ...more,
      freightCharge: { ...finance.freightCharge, ...changes } as Finance['freightCharge'],
    })

  test('add up to the section’s total; what rounding each of them leaves is a row of its own', () => {
    const tiny = withFreight({ lcl: 0.0049, otherFreightCharges: 0.0049, exchangeRate: 0.5 })
    expect(tiny.total).toBe(0.0049)
    expect(rowsOf(tiny)?.map(row => row[4])).toEqual([0, 0])
    expect(rowsOf(withFreight({ lcl: 0.335, otherFreightCharges: 0.335, exchangeRate: 1 }))).toEqual([
      ['Freight Charges', 'LCL', 0.335, 'EUR', 0.34],
      ['Freight Charges', 'Other freight charges', 0.335, 'EUR', 0.34],
      ['Freight Charges', 'Rounding', null, null, -0.01],
    ])
  })

  test('are rounded to what the company’s currency has: nothing of yen, thousandths of dinars', () => {
    const changes = { lcl: 100.25, otherFreightCharges: 1.0075, exchangeRate: 1 }
    expect(rowsOf(withFreight(changes, { currency: 'JPY' }))?.map(row => row[4])).toEqual([100, 1])
    expect(rowsOf(withFreight(changes, { currency: 'KWD' }))?.map(row => row[4])).toEqual([100.25, 1.008])
    const total = (currency: string) =>
      valueOf('Finance.Total', { finance: withFreight(changes, { currency }) })
    expect([total('JPY'), total('USD'), total('KWD')]).toEqual([101, 101.26, 101.258])
  })

  test('come with a subtotal for each section too, in its currency and in the company’s', () => {
    const { lists } = documentValues({
      ...source,
      finance: withSums({
        ...withFreight({ otherFreightCharges: null }),
        quoteType: 1,
        originCharge: { ...finance.originCharge, pickUp: 0.005, blfee: 0.005 } as Finance['originCharge'],
      }),
    })
    const rows = lists.GroupedCharges?.map(row => [
      row.Name || ['Subtotal', row.Subtotal],
      row.Amount ?? row.SubtotalAmount,
      row.Currency,
      row.ExchangeRate,
      row.Total ?? row.SubtotalTotal,
    ])
    expect(rows).toEqual([
      ['Pick-up', 0.005, 'USD', null, 0.01],
      ['Bill of lading fee', 0.005, 'USD', null, 0.01],
      ['Rounding', null, null, null, -0.01],
      [['Subtotal', 'Origin Charges'], 0.01, 'USD', null, 0.01],
      ['LCL', 100.25, 'EUR', 1.1, 110.28],
      [['Subtotal', 'Freight Charges'], 100.25, 'EUR', 1.1, 110.28],
    ])
    expect(lists.ChargeCurrencies).toEqual([
      { Name: 'USD', Amount: 0.01, Currency: 'USD', ExchangeRate: null, Total: 0.01 },
      { Name: 'EUR', Amount: 100.25, Currency: 'EUR', ExchangeRate: 1.1, Total: 110.28 },
    ])
    expect(lists.Charges?.map(row => row.Name)).toEqual(['Pick-up', 'Bill of lading fee', 'Rounding', 'LCL'])
  })

  test('are not told by currency where all are in the company’s own', () => {
    const own = withFreight({ currency: null, exchangeRate: null }, { total: 90, totalIsTyped: true })
    expect(documentValues({ ...source, finance: own }).lists.ChargeCurrencies).toEqual([])
    const foreign = withFreight({}, { total: 90.005, totalIsTyped: true })
    expect(documentValues({ ...source, finance: foreign }).lists.ChargeCurrencies).toMatchObject([
      { Name: 'EUR', Amount: 101.25, Total: 111.38 },
      { Name: 'Adjustment', Amount: -21.37, Currency: 'USD', Total: -21.37 },
    ])
  })

  const freight = (changes: object) =>
    withSums({
      ...finance,
      transportMode: 0,
      freightCharge: {
        ...finance.freightCharge,
        currency: null,
        exchangeRate: null,
        ...changes,
      } as NonNullable<Finance['freightCharge']>,
    })

  test('are rates by their words, with no amount, and what was charged for them', () => {
    const rates = { plus45: 2.25, sscBasis: 'perKg', ssc: 0.4 }
    const prices = [
      ['Freight Charges', 'Security surcharge (SSC): 0.40\u00a0USD\u00a0per\u00a0kg', null, null, null],
      ['Freight Charges', 'Minimum air freight: at least 8.00\u00a0USD', null, null, null],
      ['Freight Charges', '45\u00a0kg and over: 2.25\u00a0USD\u00a0per\u00a0kg', null, null, null],
    ]
    const amounts = [
      ['Freight Charges', 'Fuel surcharge (FSC)', 9, 'USD', 9],
      ['Freight Charges', 'Other freight charges', 1, 'USD', 1],
    ]
    const notCharged = ['Freight Charges', 'The rates are not in the total', null, null, null]
    const uncharged = [...prices, notCharged, ...amounts]
    const printed = [...prices, ...amounts]
    expect(rowsOf(freight(rates))).toEqual(uncharged)
    // 1,200.5 kilograms at 2.25, and at 0.4.
    const start = 'Charged by weight: '
    const weight = '1,200.5\u00a0kg'
    const byWeight = [
      ['Freight Charges', `${start}45\u00a0kg and over, ${weight} × 2.25\u00a0USD`, 2701.13, 'USD', 2701.13],
      ['Freight Charges', `${start}Security surcharge (SSC), ${weight} × 0.40\u00a0USD`, 480.2, 'USD', 480.2],
    ]
    for (const total of [3191.33, 3191.325])
      expect(rowsOf(freight({ ...rates, total, totalIsTyped: true }))).toEqual([...printed, ...byWeight])
    expect(rowsOf(freight({ ...rates, total: 3000, totalIsTyped: true }))).toEqual([
      ...printed,
      ...byWeight,
      ['Freight Charges', 'Adjustment', -191.33, 'USD', -191.33],
    ])
    expect(rowsOf(freight({ ...rates, total: 10, totalIsTyped: true }))).toEqual(uncharged)
  })

  test('say what a typed total is more or less than its lines', () => {
    const typed = { ...finance.freightCharge, total: 90, totalIsTyped: true } as Finance['freightCharge']
    const rows = [
      ['Freight Charges', 'LCL', 100.25, 'EUR', 110.28],
      ['Freight Charges', 'Other freight charges', 1, 'EUR', 1.1],
      ['Freight Charges', 'Adjustment', -11.25, 'EUR', -12.38],
    ]
    expect(rowsOf({ freightCharge: typed })).toEqual(rows)
    const alone = { ...typed, lcl: null, otherFreightCharges: null } as Finance['freightCharge']
    expect(rowsOf({ freightCharge: alone })).toEqual([['Freight Charges', 'Freight Charges', 90, 'EUR', 99]])
    expect(rowsOf({ freightCharge: typed, total: 80, totalIsTyped: true })).toEqual([
      ...rows,
      ['All charges', 'Adjustment', -19, 'USD', -19],
    ])
    expect(rowsOf({ freightCharge: null, total: 80, totalIsTyped: true })).toEqual([
      ['All charges', 'All charges', 80, 'USD', 80],
    ])
  })

  test('have a surcharge’s basis in words where it has a figure', () => {
    expect(valueOf('FreightCharge.FscBasis')).toBeNull()
    expect(valueOf('FreightCharge.FscBasis', { finance: freight({}) })).toBe('flat')
    expect(valueOf('FreightCharge.SscBasis', { finance: freight({ sscBasis: 'perKg' }) })).toBeNull()
    expect(valueOf('FreightCharge.SscBasis', { finance: freight({ ssc: 1, sscBasis: 'perKg' }) })).toBe(
      'per kg',
    )
  })
})
