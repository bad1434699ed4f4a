export function NotFoundPage() {
  return (
    <section className="hero hero--short">
      <h1 className="hero__title">This page does not exist</h1>
      <p className="hero__text">The address may be mistyped, or the page may have moved.</p>
      <p className="hero__actions">
        <a className="button button--main" href="/webapp">
          Go to the Dashboard
        </a>
        <a className="button" href="/">
          Home
        </a>
      </p>
    </section>
  )
}
