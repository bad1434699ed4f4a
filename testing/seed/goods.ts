import { packingModes } from '#contract/packing-modes.ts'

export type Goods = {
  name: string
  /** What the lines of a job tell apart. */
  variants: readonly string[]
  packing: number
  pieces: number
  /** Of one pack, in hundredths of a kilogram; `tare` is what its packaging weighs. */
  gross: number
  tare: number
  /** Of one pack. */
  litres: number
  fliesToo: boolean
}

const goods = (
  name: string,
  variants: string,
  [packing, pieces]: [packing: string, pieces: number],
  [gross, tare, litres]: [gross: number, tare: number, litres: number],
  fliesToo = false,
): Goods => ({
  name,
  variants: variants.split(', '),
  packing: packingModes.findIndex(({ label }) => label === packing),
  pieces,
  gross,
  tare,
  litres,
  fliesToo,
})

/** What a maker of a trade ships, one list for Pakistan and one for the rest of the world. */
export const madeInPakistan: Record<string, readonly Goods[]> = {
  Textiles: [
    goods('Cotton yarn', 'Ne 20/1 carded, Ne 30/1 combed, Ne 40/2', ['Cartons', 24], [4720, 180, 92]),
    goods('Denim fabric', '10 oz indigo, 12 oz black, 14 oz raw', ['Rolls', 1], [5240, 120, 118]),
  ],
  Garments: [
    goods('Knitted shirts', 'Men, Women, Children', ['Cartons', 36], [1160, 90, 58], true),
    goods('Denim trousers', 'Slim, Regular, Work', ['Cartons', 24], [1680, 90, 62], true),
  ],
  'Sports Goods': [
    goods('Footballs', 'Size 3, Size 4, Size 5', ['Cartons', 50], [2350, 140, 128], true),
    goods('Goalkeeper gloves', 'Junior, Senior', ['Cartons', 120], [1490, 110, 86], true),
  ],
  'Surgical Instruments': [
    goods('Surgical scissors', 'Straight, Curved, Micro', ['Cartons', 300], [2180, 70, 28], true),
    goods('Forceps', 'Tissue, Dressing, Artery', ['Cartons', 250], [2460, 70, 30], true),
  ],
  'Rice Mills': [goods('Basmati rice', 'Super kernel, 1121 steamed, Brown', ['Bags', 1], [2512, 12, 34])],
  Leather: [
    goods('Leather gloves', 'Work, Riding, Dress', ['Cartons', 144], [1920, 100, 74], true),
    goods('Leather jackets', 'Men, Women', ['Cartons', 12], [2070, 120, 96], true),
  ],
  'Home Furnishings': [
    goods('Bed linen', 'Single, Double, King', ['Cartons', 12], [1880, 90, 66]),
    goods('Terry towels', 'Hand, Bath, Hotel', ['Bales', 60], [3650, 60, 110]),
  ],
  Foods: [
    goods('Mangoes', 'Sindhri, Chaunsa', ['Cartons', 12], [640, 55, 16], true),
    goods('Dried fruit', 'Apricots, Raisins, Dates', ['Cartons', 10], [1040, 40, 19]),
  ],
  Spices: [goods('Spices', 'Red chilli, Turmeric, Cumin', ['Bags', 1], [2530, 30, 58])],
  Marble: [goods('Onyx tiles', '30 × 30 cm, 40 × 40 cm', ['Crates', 120], [89_500, 4200, 510])],
}

export const madeElsewhere: Record<string, readonly Goods[]> = {
  'Auto Parts': [goods('Brake pads', 'Front sets, Rear sets', ['Cartons', 20], [2830, 80, 24], true)],
  Machinery: [goods('Pump sets', '3 kW, 5.5 kW, 11 kW', ['Crates', 1], [18_640, 2100, 480])],
  Electronics: [
    goods('Circuit boards', 'Controllers, Power supplies, Displays', ['Cartons', 80], [1230, 150, 44], true),
  ],
  Chemicals: [goods('Soda ash', 'Light, Dense', ['Bags', 1], [5020, 20, 62])],
  Ceramics: [goods('Bathroom ceramics', 'Basins, Cisterns', ['Pallets', 16], [31_200, 2200, 1420])],
  Paper: [goods('Copier paper', 'A4 75 g, A4 80 g, A3 80 g', ['Cartons', 5], [1265, 40, 20])],
  'Medical Supplies': [goods('Syringes', '2 ml, 5 ml, 10 ml', ['Cartons', 1200], [980, 110, 72], true)],
  Toys: [goods('Wooden toys', 'Trains, Blocks, Puzzles', ['Cartons', 24], [1120, 130, 78], true)],
  Steel: [goods('Steel coils', 'Galvanised, Cold rolled', ['Coils', 1], [512_000, 3400, 1450])],
  Plastics: [goods('PVC granules', 'Rigid, Flexible', ['Bags', 1], [2515, 15, 38])],
}

/** What the names of companies say that buy everything. */
export const traders = [
  'Trading',
  'Imports',
  'Wholesale',
  'Distributors',
  'Supplies',
  'Sourcing',
  'Enterprises',
  'Mercantile',
  'Stores',
  'Commerce',
] as const
