/** Arithmetic in the field of 256 elements that QR codes use. */
const EXPONENTS = new Uint8Array(512)
const LOGARITHMS = new Uint8Array(256)
for (let power = 0, value = 1; power < 255; power += 1) {
  EXPONENTS[power] = value
  EXPONENTS[power + 255] = value
  LOGARITHMS[value] = power
  value = value < 128 ? value << 1 : (value << 1) ^ 0x11d
}

function multiply(left: number, right: number): number {
  if (left === 0 || right === 0) return 0
  return EXPONENTS[(LOGARITHMS[left] ?? 0) + (LOGARITHMS[right] ?? 0)] ?? 0
}

const generators = new Map<number, Uint8Array>()

/** Coefficients below the first, which is 1, of the polynomial with this many successive powers as roots. */
function generatorOf(degree: number): Uint8Array {
  let generator = generators.get(degree)
  if (generator === undefined) {
    generator = new Uint8Array(degree)
    generator[degree - 1] = 1
    for (let power = 0; power < degree; power += 1) {
      const root = EXPONENTS[power] ?? 0
      for (let index = 0; index < degree; index += 1) {
        generator[index] = multiply(generator[index] ?? 0, root) ^ (generator[index + 1] ?? 0)
      }
    }
    generators.set(degree, generator)
  }
  return generator
}

/** The Reed-Solomon words by which a reader mends damaged data. */
export function errorCorrection(data: Uint8Array, words: number): Uint8Array {
  const generator = generatorOf(words)
  const rest = new Uint8Array(words)
  for (const word of data) {
    const factor = word ^ (rest[0] ?? 0)
    rest.copyWithin(0, 1)
    rest[words - 1] = 0
    for (let index = 0; index < words; index += 1) {
      rest[index] = (rest[index] ?? 0) ^ multiply(generator[index] ?? 0, factor)
    }
  }
  return rest
}
