const features = [
  {
    title: 'Every job in one list',
    text: 'Import, export and consolidations, with parties, ports, dates and references where you look for them.',
  },
  {
    title: 'Your own Word templates',
    text: 'Bills of lading, arrival notices and delivery orders, filled from the job by the templates you already use.',
  },
  {
    title: 'Charges by quote type',
    text: 'Origin, freight and destination charges as the quote asks for them, by sea, air and road.',
  },
  {
    title: 'The whole office',
    text: 'Colleagues, contacts and documents together, so that anyone can pick up the job where it stands.',
  },
]

export function HomePage() {
  return (
    <>
      <section className="hero">
        <h1 className="hero__title">Modern freight management, simplified</h1>
        <p className="hero__text">
          Lading keeps a forwarder’s jobs, parties, cargo, charges and documents together, and writes the
          paperwork for you.
        </p>
        <p className="hero__actions">
          <a className="button button--main" href="/register">
            Sign Up
          </a>
          <a className="button" href="/login">
            Login
          </a>
        </p>
      </section>
      <section className="features" aria-label="Features">
        {features.map(feature => (
          <article key={feature.title} className="features__one">
            <h2>{feature.title}</h2>
            <p>{feature.text}</p>
          </article>
        ))}
      </section>
    </>
  )
}
