import { sitePages } from '#contract/site.ts'
import { PageHead, ReadyToTalk } from './Band.tsx'
import { Plans } from './Plans.tsx'

export function PricingPage() {
  return (
    <>
      <PageHead title="Pricing">
        Choose a plan, sign up, and create the first job within a minute. You do not need a card to sign up.
      </PageHead>
      <section className="inside section section--close" aria-label="Plans">
        <Plans level={2} />
        <p className="section__more">
          Questions about the plans? <a href={sitePages.faq}>Read the FAQ</a> or{' '}
          <a href={sitePages.contact}>ask us</a>.
        </p>
      </section>
      <ReadyToTalk>
        If you need something that is in none of these plans, tell us; we would rather know before you sign
        up.
      </ReadyToTalk>
    </>
  )
}
