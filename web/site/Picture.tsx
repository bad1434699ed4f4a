import { useAssets } from './assets.ts'

type Props = {
  name: string
  alt: string
  widths: readonly [number, number]
  /** Height of the larger one. */
  height: number
  /** How wide it stands on the page, as in an img's sizes. */
  sizes: string
  /** In sight as soon as the page opens. */
  first?: boolean
}

/** A picture of the application, light or dark as the system wants it. */
export function Picture({ name, alt, widths, height, sizes, first = false }: Props) {
  const { pictures } = useAssets()
  const file = (scheme: string, width: number) => {
    const address = pictures[`${name}-${scheme}-${width}.webp`]
    if (!address) throw new Error(`web/site/pictures lacks ${name}-${scheme}-${width}.webp.`)
    return address
  }
  const set = (scheme: string) => widths.map(width => `${file(scheme, width)} ${width}w`).join(', ')
  return (
    <picture>
      <source media="(prefers-color-scheme: dark)" srcSet={set('dark')} sizes={sizes} />
      <img
        className="shot"
        src={file('light', widths[1])}
        srcSet={set('light')}
        sizes={sizes}
        width={widths[1]}
        height={height}
        alt={alt}
        {...(first
          ? { fetchPriority: 'high' as const }
          : { loading: 'lazy' as const, decoding: 'async' as const })}
      />
    </picture>
  )
}
