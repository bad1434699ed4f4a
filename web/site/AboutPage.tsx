import { sitePages } from '#contract/site.ts'
import { PageHead, ReadyToTalk } from './Band.tsx'
import { brand } from './brand.ts'

const beliefs = [
  {
    title: 'Type it once',
    text: 'A consignee’s address belongs in one place. From there it goes to the bill of lading, the arrival notice and the delivery order. Change it once, and it changes everywhere.',
  },
  {
    title: 'The trade’s own words',
    text: 'ETD, HBL, IGM, chargeable weight: the screens use the words of your documents. Nobody has to learn a vendor’s vocabulary before the first booking.',
  },
  {
    title: 'Quick on a busy day',
    text: 'The table responds at once, even with a hundred thousand jobs in it, and everything can be done from the keyboard.',
  },
  {
    title: 'Nothing lost, nothing hidden',
    text: 'Every change is kept with its author. Deleted documents, templates and items can be restored. And when the product cannot do something, it says so and tells you what to do next.',
  },
]

export function AboutPage() {
  return (
    <>
      <PageHead title="About">
        {brand.name} is freight management for forwarders who want the work done and the paperwork right.
      </PageHead>
      <section className="inside section prose" aria-labelledby="why">
        <h2 id="why">Why it exists</h2>
        <p>
          A forwarder’s day runs through spreadsheets, mailboxes and Word files that all hold the same
          shipment a little differently. The vessel changes, and three of the five places hear about it. The
          bill of lading is typed from the booking, the arrival notice from the bill, and the delivery order
          from memory.
        </p>
        <p>
          {brand.name} puts the shipment in the middle. Parties, ports, dates, cargo, charges and documents
          belong to one job, everybody in the office sees the same one, and the documents are made from it
          with templates that look the way your customers know them.
        </p>
        <h2>Who it is for</h2>
        <p>
          Freight forwarders and logistics teams who handle imports and exports by sea, air and road: from two
          people who do everything to an office of fifty, where one person books, another prepares the
          documents and a third does the figures.
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
      <ReadyToTalk>We would like to hear how your office works, and what gets in the way.</ReadyToTalk>
    </>
  )
}
