import type { ReactNode } from 'react'
import { useAssets } from './assets.ts'
import { brand, siteUrl } from './brand.ts'
import { Footer } from './Footer.tsx'
import { organisationData } from './structured-data.ts'
import { TopBar } from './TopBar.tsx'

export type PageProps = {
  path: string
  /** Without the product's name, but on the home page. */
  title: string
  description: string
  children: ReactNode
  /** Not to be found by search engines. */
  hidden?: boolean
  data?: object
}

const dataBlock = (data: object) => (
  // A block of data is no script: the security policy lets it stand. No value of its own can end it.
  <script
    type="application/ld+json"
    dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replace(/</g, '\\u003c') }}
  />
)

/** A whole public page: head, top bar, content, footer. */
export function Page({ path, title, description, children, hidden = false, data }: PageProps) {
  const { script, style, icon, font, pictures } = useAssets()
  const full = path === '/' ? title : `${title} · ${brand.name}`
  const address = `${siteUrl}${path}`
  const share = `${siteUrl}${pictures['share.jpg'] ?? ''}`
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#0b1624" />
        <title>{full}</title>
        <meta name="description" content={description} />
        {hidden ? (
          <meta name="robots" content="noindex" />
        ) : (
          <>
            <link rel="canonical" href={address} />
            <meta property="og:type" content="website" />
            <meta property="og:site_name" content={brand.name} />
            <meta property="og:title" content={full} />
            <meta property="og:description" content={description} />
            <meta property="og:url" content={address} />
            <meta property="og:image" content={share} />
            <meta property="og:image:width" content="1200" />
            <meta property="og:image:height" content="630" />
            <meta property="og:image:alt" content="The dashboard with a forwarder’s jobs in one table" />
            <meta name="twitter:card" content="summary_large_image" />
          </>
        )}
        <link rel="icon" href={icon} type="image/svg+xml" />
        <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="stylesheet" href={style} />
        <script type="module" src={script} />
        {!hidden && dataBlock(organisationData)}
        {data && dataBlock(data)}
      </head>
      <body id="top" tabIndex={-1}>
        <a className="skip" href="#content">
          Skip to content
        </a>
        <TopBar current={path} />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <Footer />
      </body>
    </html>
  )
}
