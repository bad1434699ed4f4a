const WEIGHT = 'weight:"#,##0.00##"'

/** As on the papers: what the items come to, the job's own figure where they come to nothing. An entered 0 is printed. */
const totalLine = (label: string, ofItems: string, ofJob: string, format: string, byUnit?: string) => {
  const line = (name: string) => `${label}: {{${name} | ${format}}}`
  const inUnits = byUnit ? `{{else if ${byUnit}}}${label}: {{${byUnit}}}` : ''
  return (
    `{{#if ${ofItems}}}${line(ofItems)}${inUnits}{{else if ${ofJob} <> ""}}${line(ofJob)}` +
    `{{else if ${ofItems} <> ""}}${line(ofItems)}{{/if}}`
  )
}

/** The cargo's figures, a line each. */
export const CARGO_LINES = [
  totalLine('Packages', 'ItemTotals.NumberOfPacks', 'Shipment.NumberOfPackages', 'number:"#,##0"'),
  totalLine(
    'Gross weight',
    'ItemTotals.GrossWeight',
    'Shipment.GrossWeight',
    WEIGHT,
    'ItemTotals.GrossWeightByUnit',
  ),
  '{{#if Shipment.Volume <> ""}}Volume: {{Shipment.Volume | volume:"#,##0.000#"}}{{/if}}',
].join('\n')

const PACKING_WORD =
  '{{#if Packaging}}{{Packaging}}{{else if NumberOfPacks = 1}}package{{else}}packages{{/if}}'

/** The job's items, a line each, with the job's commodity above them. */
export const ITEM_LINES =
  '{{#if Items}}\nGoods{{#if Quote.Commodity}} ({{Quote.Commodity}}){{/if}}:\n{{#Items}}\n' +
  // Each part begins with a comma where another stands before it.
  `{{#if Name or NumberOfPacks <> "" or Quantity <> ""}}- {{Name}}` +
  `{{#if NumberOfPacks <> ""}}{{#if Name}}, {{/if}}{{NumberOfPacks | number:"#,##0"}} ${PACKING_WORD}{{/if}}` +
  '{{#if Quantity <> ""}}{{#if Name or NumberOfPacks <> ""}}, {{/if}}quantity {{Quantity | number:"#,##0"}}{{/if}}' +
  '{{/if}}\n{{/Items}}\n{{/if}}'
