import { type ReactNode, useEffect } from 'react'
import { productName } from '#web/lib/product-name.ts'

type ScreenProps = {
  title: string
  /** Buttons at the right of the title, the main one last. */
  actions?: ReactNode
  /** A line under the title. */
  summary?: ReactNode
  /** The content fills the window and scrolls inside itself, as a long table does. */
  fill?: boolean
  children: ReactNode
}

/** One page of the application: its title in the tab and on the page, its actions, its content. */
export function Screen({ title, actions, summary, fill = false, children }: ScreenProps) {
  useTitle(title)
  return (
    <div className={fill ? 'screen screen--fill' : 'screen'}>
      <header className="screen__header">
        <div className="screen__names">
          <h1 className="screen__title">{title}</h1>
          {summary}
        </div>
        {actions && <div className="screen__actions">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** Puts a title into the browser's tab. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = title ? `${title} · ${productName}` : productName
  }, [title])
}
