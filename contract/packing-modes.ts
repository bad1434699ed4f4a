export type PackingMode = { label: string; rec21: string | null }

/**
 * The 76 packing modes: a mode's stored value is its place in this list, so the order must never change.
 * `rec21` is the package type of UN/ECE Recommendation 21 where there is one.
 */
const listed = [
  ['Bags', 'BG'],
  ['Bales', 'BL'],
  ['Barrels', 'BA'],
  ['Bas Bottles', 'BO'],
  ['Baskets', 'BK'],
  ['Blocks', 'OK'],
  ['Bora', 'GY'],
  ['Boxes', 'BX'],
  ['Bulk', 'VR'],
  ['Bundles', 'BE'],
  ['Cable', null],
  ['Cable Drums', 'RL'],
  ['Cans', 'CX'],
  ['Cartons', 'CT'],
  ['Cases', 'CS'],
  ['Chest', 'CH'],
  ['Coils', 'CL'],
  ['Collies', 'PK'],
  ['Container (Part)', null],
  ['Container (Full)', null],
  ['Covers', 'CV'],
  ['Crane', null],
  ['Crates', 'CR'],
  ['Cylinders', 'CY'],
  ['Drums', 'DR'],
  ['Envelop', 'EN'],
  ['Grains', 'VR'],
  ['Gunny Bags', 'GY'],
  ['Gunny Covers Packages', 'PK'],
  ['Hangers', 'HN'],
  ['In Bulk', 'VR'],
  ['Jars', 'JR'],
  ['Kilograms', null],
  ['Leather Bags', 'BG'],
  ['Loose', 'NE'],
  ['Lots', 'LT'],
  ['Numbers', null],
  ['Octabin', 'OT'],
  ['Others', 'ZZ'],
  ['Pack', 'PA'],
  ['Packages', 'PK'],
  ['Packs', 'PA'],
  ['Pail', 'PL'],
  ['Palletized Carton', 'PX'],
  ['Pallets', 'PX'],
  ['Palletized Packages', 'PX'],
  ['Palletized Paper Sacks', 'PX'],
  ['Paper Boxes', '4G'],
  ['Paper Sacks', '5M'],
  ['Parcels', 'PC'],
  ['PCS/Boxes', 'PP'],
  ['Pieces', 'PP'],
  ['Plastic Bag', 'EC'],
  ['Plastic Drums', 'IH'],
  ['Plates', 'PG'],
  ['Plinths', null],
  ['Plycase', '4D'],
  ['Poles', 'RD'],
  ['Polycans', '3H'],
  ['Reels', 'RL'],
  ['Rings', 'RG'],
  ['Rolls', 'RO'],
  ['Sacks', 'SA'],
  ['Scrap', 'VS'],
  ['Senvs', null],
  ['Sets', null],
  ['Sheets', 'ST'],
  ['Skids', 'SI'],
  ['Slings', null],
  ['Super Sacks', '43'],
  ['Trunks', 'TR'],
  ['Tubes', 'TU'],
  ['Units', 'UN'],
  ['Unknown', 'NA'],
  ['UT', 'UN'],
  ['Wooden Boxes', '4C'],
] as const

export const packingModes: readonly PackingMode[] = listed.map(([label, rec21]) => ({ label, rec21 }))

/** Words of the trade for packing modes, each with the mode's label in small letters. */
export const packingWords: Readonly<Record<string, string>> = {
  pallet: 'pallets',
  plt: 'pallets',
  plts: 'pallets',
  carton: 'cartons',
  karton: 'cartons',
  kartons: 'cartons',
  palette: 'pallets',
  paletten: 'pallets',
  palettes: 'pallets',
  ctn: 'cartons',
  ctns: 'cartons',
  box: 'boxes',
  bag: 'bags',
  drum: 'drums',
  package: 'packages',
  pkg: 'packages',
  pkgs: 'packages',
  piece: 'pieces',
  pcs: 'pieces',
  roll: 'rolls',
  crate: 'crates',
  case: 'cases',
  bale: 'bales',
  bundle: 'bundles',
  coil: 'coils',
  set: 'sets',
  cs: 'cases',
  colli: 'collies',
  kolli: 'collies',
  pks: 'packages',
  pc: 'pieces',
  pce: 'pieces',
  pces: 'pieces',
  bgs: 'bags',
  bxs: 'boxes',
  bdl: 'bundles',
  bdls: 'bundles',
  crts: 'crates',
  drms: 'drums',
  rls: 'rolls',
}

/** The packing mode that a word means, in the singular or the plural: “ctns”, “Pallet”; null for no known one. */
export function packingModeOf(word: string): number | null {
  const plain = word.toLowerCase().replaceAll('.', '').trim()
  const wanted = packingWords[plain] ?? plain
  const found = packingModes.findIndex(({ label }) => [wanted, `${wanted}s`].includes(label.toLowerCase()))
  return found < 0 ? null : found
}

const kilograms = packingModes.findIndex(({ label }) => label === 'Kilograms')

/** What packages are that are counted by a word: never a weight, whose place is another column. */
export function packageKindOf(word: string): number | null {
  const found = packingModeOf(word)
  return found === kilograms ? null : found
}
