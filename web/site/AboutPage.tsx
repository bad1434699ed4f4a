import { sitePages } from '#contract/site.ts'
import { PageHead, ReadyToTalk } from './Band.tsx'
import { brand } from './brand.ts'

const beliefs = [
  {
    title: 'Type it once',
    text: 'A consignee’s address belongs in one place. From there it goes to the bill of lading, the arrival notice and the delivery order, and a change is a change everywhere.',
  },
  {
    title: 'The trade’s own words',
    text: 'ETD, HBL, IGM, chargeable weight: the screens say what the papers say. Nobody has to learn a vendor’s vocabulary before the first booking.',
  },
  {
    title: 'Quick on a busy day',
    text: 'The table answers at once with a hundred thousand jobs in it, and everything can be done without taking a hand off the keyboard.',
  },
  {
    title: 'Nothing lost, nothing hidden',
    text: 'Every change is kept with its author. Deleted documents, templates and items come back. And what the product cannot do, it says, with the next step.',
  },
]

export function AboutPage() {
  return (
    <>
      <PageHead title="About">
        {brand.name} is freight management for forwarders who want the work done and the papers right.
      </PageHead>
      <section className="inside section prose" aria-labelledby="why">
        <h2 id="why">Why it exists</h2>
        <p>
          A forwarder’s day runs through spreadsheets, mailboxes and Word files that all hold the same
          shipment a little differently. The vessel changes; three of the five places hear of it. The bill of
          lading is typed from the booking, the arrival notice from the bill, and the delivery order from
          memory.
        </p>
        <p>
          {brand.name} puts the shipment in the middle. Parties, ports, dates, cargo, charges and documents
          belong to one job, everybody in the office sees the same one, and the papers are made from it with
          templates that look the way your customers know them.
        </p>
        <h2>Who it is for</h2>
        <p>
          Freight forwarders and logistics teams who handle imports and exports by sea, air and road: the two
          people who do everything, and the office of fifty where one books, one documents and one does the
          figures.
        </p>
      </section>
      <section className="section section--tinted" aria-labelledby="beliefs">
        <div className="inside">
          <h2 id="beliefs" className="section__title">
            How we build it
          </h2>
          <div className="groups groups--two">
            {beliefs.map(({ title, text }) => (
              <article key={title} className="group">
                <h3 className="group__title">{title}</h3>
                <p className="group__text">{text}</p>
              </article>
            ))}
          </div>
          <p className="section__more">
            <a href={sitePages.features}>See the features</a>
          </p>
        </div>
      </section>
      <ReadyToTalk>We would like to hear how your office works, and what gets in its way.</ReadyToTalk>
    </>
  )
}
