/** Words whose singular follows no rule. */
const IRREGULAR: Readonly<Record<string, string>> = { Collies: 'Colli' }

/** Packing modes that are written in the singular, and whose plural nobody doubts. */
const SINGULAR: ReadonlySet<string> = new Set([
  'Chest',
  'Octabin',
  'Pack',
  'Pail',
  'Palletized Carton',
  'Plastic Bag',
  'Plycase',
])

/** A packing mode's word for so many of them: "Carton" of "Cartons" for one, "Pails" of "Pail" for two. */
export function packaging(word: string, count: number | null): string {
  if (count !== 1) return count !== null && SINGULAR.has(word) ? `${word}s` : word
  const known = IRREGULAR[word]
  if (known !== undefined) return known
  if (/(?:x|ch|sh|ss)es$/.test(word)) return word.slice(0, -2)
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word
}
