import type { ReactNode } from 'react'

/** The head of a page that is not the home page. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <section className="head">
      <div className="inside">
        <h1 className="head__title">{title}</h1>
        {children && <p className="head__text">{children}</p>}
      </div>
    </section>
  )
}

/** The last thing on a page: how to go on. */
export function ReadyToTalk({ title = 'Ready to talk?', children }: { title?: string; children: ReactNode }) {
  return (
    <section className="talk" aria-labelledby="talk">
      <div className="inside talk__inside">
        <div>
          <h2 id="talk" className="talk__title">
            {title}
          </h2>
          <p className="talk__text">{children}</p>
        </div>
        <p className="actions">
          <a className="button button--accent" href="/contactus">
            Contact Us
          </a>
          <a className="button button--bar" href="/register">
            Sign Up
          </a>
        </p>
      </div>
    </section>
  )
}
