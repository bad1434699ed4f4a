/** The sheets that offices print on, by the names under which printers and Word know them. */
export const paperSizes = ['A4', 'Letter'] as const
export type PaperSize = (typeof paperSizes)[number]

export const paperSizeLabels: Readonly<Record<PaperSize, string>> = {
  A4: 'A4 (210 × 297 mm)',
  Letter: 'Letter (8½ × 11 in)',
}
