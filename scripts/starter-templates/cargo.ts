import type { ListColumn } from './blocks.ts'

/** A job's own figures, as they are printed. */
export const packages = '{{Shipment.NumberOfPackages | number:"#,##0"}}'
export const grossWeight = '{{Shipment.GrossWeight | number:"#,##0.00"}} {{Shipment.WeightUnit}}'
export const netWeight = '{{Shipment.NetWeight | number:"#,##0.00"}} {{Shipment.WeightUnit}}'
export const volume = '{{Shipment.Volume | number:"#,##0.000"}} {{Shipment.VolumeUnit}}'

export const service = '{{Quote.TransportMode}}{{#if Quote.LoadType}}, {{Quote.LoadType}}{{/if}}'
export const masterBill = '{{#if Shipment.MasterBl}}Master bill {{Shipment.MasterBl}}{{/if}}'

/** The columns of a job's items that most papers show, filling `width` with the description. */
export function itemColumns(width: number, { withNet = false } = {}): ListColumn[] {
  const fixed: ListColumn[] = [
    {
      heading: 'Packages',
      width: 1_800,
      content: '{{NumberOfPacks | number:"#,##0"}} {{PackingMode}}',
      total: `Total ${packages}`,
    },
  ]
  const figures: ListColumn[] = [
    {
      heading: 'Gross weight',
      width: 1_500,
      content: '{{GrossWeight | number:"#,##0.00"}}',
      isFigure: true,
      total: grossWeight,
    },
    ...(withNet
      ? [
          {
            heading: 'Net weight',
            width: 1_500,
            content: '{{NetWeight | number:"#,##0.00"}}',
            isFigure: true,
            total: netWeight,
          },
        ]
      : []),
    { heading: 'Unit', width: 700, content: '{{WeightUnit}}' },
  ]
  const taken = [...fixed, ...figures].reduce((sum, column) => sum + column.width, 0)
  const description = {
    heading: 'Description of goods',
    width: width - taken,
    content: '{{Name}}\n{{Description}}',
    total: '{{Quote.Commodity}}',
  }
  return [...fixed, description, ...figures]
}
