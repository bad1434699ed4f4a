import { IconFileText, IconListDetails, IconReceipt, IconUsersGroup } from '#web/ui/icons.ts'
import { sitePages } from '#contract/site.ts'
import { ReadyToTalk } from './Band.tsx'
import { brand } from './brand.ts'
import { FeatureRows } from './FeatureRows.tsx'
import { HeroMap } from './HeroMap.tsx'
import { Morning } from './Morning.tsx'
import { Picture } from './Picture.tsx'
import { Plans } from './Plans.tsx'

const boxes = [
  {
    icon: IconListDetails,
    title: 'Every job in one table',
    text: 'Imports, exports and consolidations with parties, ports, dates and references. Filter, sort, save the view, and open any job with a double click.',
  },
  {
    icon: IconFileText,
    title: 'Paperwork that writes itself',
    text: 'Bills of lading, arrival notices and delivery orders from your own Word templates, filled from the job, as Word or PDF.',
  },
  {
    icon: IconReceipt,
    title: 'Charges by quote type',
    text: 'Origin, freight and destination charges as the quote type requires, by sea, air and road, in the currency in which each was agreed.',
  },
  {
    icon: IconUsersGroup,
    title: 'The whole office on it',
    text: 'As many colleagues as you have, each with a role. Everybody sees where a job stands, and who changed what.',
  },
]

export function HomePage() {
  return (
    <>
      <section className="hero">
        <HeroMap />
        <div className="inside hero__inside">
          <h1 className="hero__title">{brand.headline}</h1>
          <p className="hero__text">
            {brand.name} keeps a freight forwarder’s shipments together, from the first quote to the delivery
            order, and writes the paperwork from what it already knows.
          </p>
          <p className="actions">
            <a className="button button--accent button--large" href={sitePages.pricing}>
              Get Started
            </a>
            <a className="button button--bar button--large" href={sitePages.features}>
              See what it does
            </a>
          </p>
        </div>
        <div className="inside hero__shot">
          <Picture
            name="dashboard"
            alt="The dashboard: the sea shipments in progress, with consignee, load type and sailing dates"
            widths={[720, 1440]}
            height={900}
            sizes="(min-width: 1168px) 1120px, (min-width: 600px) calc(100vw - 48px), 560px"
            first
          />
        </div>
      </section>
      <section className="boxes inside" aria-label="At a glance">
        {boxes.map(({ icon: Icon, title, text }) => (
          <article key={title} className="box">
            <Icon className="box__icon" size={28} stroke={1.5} aria-hidden />
            <h2 className="box__title">{title}</h2>
            <p className="box__text">{text}</p>
          </article>
        ))}
      </section>
      <Morning />
      <section className="inside section" aria-labelledby="features">
        <h2 id="features" className="section__title">
          Made for the desk where shipments are handled
        </h2>
        <p className="section__text">
          No mock-ups: these are the screens that your colleagues will work with.
        </p>
        <FeatureRows level={3} />
        <p className="section__more">
          <a href={sitePages.features}>All features</a>
        </p>
      </section>
      <section className="section section--tinted" aria-labelledby="pricing">
        <div className="inside">
          <h2 id="pricing" className="section__title">
            Pricing
          </h2>
          <p className="section__text">Start with the first plan today; the others will follow.</p>
          <Plans level={3} />
        </div>
      </section>
      <ReadyToTalk>
        Tell us how your office works today. We answer by e-mail or telephone, whichever you prefer.
      </ReadyToTalk>
    </>
  )
}
