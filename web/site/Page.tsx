import type { ReactNode } from 'react'

export type Assets = { script: string; style: string; icon: string }

type PageProps = { assets: Assets; title: string; description: string; children: ReactNode }

/** A whole public page: head, top bar, content, footer. */
export function Page({ assets, title, description, children }: PageProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content={description} />
        <title>{title}</title>
        <link rel="icon" href={assets.icon} type="image/svg+xml" />
        <link rel="stylesheet" href={assets.style} />
        <script type="module" src={assets.script} />
      </head>
      <body>
        <header className="bar" data-bar>
          <a className="bar__name" href="/">
            Lading
          </a>
          <nav className="bar__links" aria-label="Main">
            <a href="/register">Sign Up</a>
            <a className="bar__login" href="/login">
              Login
            </a>
          </nav>
        </header>
        <main>{children}</main>
        <footer className="footer">© 2025 Lading</footer>
      </body>
    </html>
  )
}
