import { sitePages } from '#contract/site.ts'
import { brand } from './brand.ts'

export function MissingPage() {
  return (
    <section className="error inside">
      <p className="error__code">404</p>
      <h1 className="error__title">This page does not exist</h1>
      <p className="error__text">
        The address may be mistyped, or the page may have moved. Try one of these:
      </p>
      <p className="actions">
        <a className="button button--main" href={sitePages.home}>
          Home
        </a>
        <a className="button" href="/webapp">
          Go to the Dashboard
        </a>
        <a className="button" href={sitePages.contact}>
          Contact
        </a>
      </p>
    </section>
  )
}

/** For whatever else can go wrong. */
export function FailurePage() {
  return (
    <section className="error inside">
      <p className="error__code">Sorry</p>
      <h1 className="error__title">Something went wrong</h1>
      <p className="error__text">
        The page could not be shown, and what happened was logged. Reload it in a moment. If it happens again,
        write to <a href={`mailto:${brand.email}`}>{brand.email}</a> with the address and the time.
      </p>
      <p className="actions">
        <a className="button button--main" href={sitePages.home}>
          Home
        </a>
        <a className="button" href={sitePages.contact}>
          Contact
        </a>
      </p>
    </section>
  )
}
