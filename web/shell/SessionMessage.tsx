import type { ReactNode } from 'react'
import { productName } from '#web/lib/product-name.ts'
import './session.css'

/** A sentence under the product's name on an otherwise empty page, with what can be done about it. */
export function SessionMessage({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="session">
      <header className="session__bar">
        <a href="/">{productName}</a>
      </header>
      <main className="session__message">
        <div role="status">
          <h1 className="session__text">{text}</h1>
        </div>
        {children}
      </main>
    </div>
  )
}
