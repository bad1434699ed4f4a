import { createContext, use } from 'react'

/** The built files' addresses, which carry a hash of their content. */
export type Assets = {
  script: string
  style: string
  icon: string
  font: string
  pictures: Record<string, string>
}

export const AssetsContext = createContext<Assets | null>(null)

export function useAssets(): Assets {
  const assets = use(AssetsContext)
  if (!assets) throw new Error('A page was rendered without its assets.')
  return assets
}
