import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { ConfigurationError } from './config.ts'

const brand = z.object({
  name: z.string().trim().min(1),
  tagline: z.string(),
  email: z.email(),
  phone: z.string(),
  address: z.string(),
  social: z.url(),
  copyrightYear: z.int(),
})
/** Whose product it is: read when the server starts, so that a company puts its own name on it without a build. */
export type Brand = z.infer<typeof brand>

export async function readBrand(file: string): Promise<Brand> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new ConfigurationError(`The brand file ${file} cannot be read. Set BRAND_FILE to one that can.`)
  })
  try {
    return brand.parse(JSON.parse(text))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new ConfigurationError(`The brand file ${file} has mistakes:\n${reason}`)
  }
}
