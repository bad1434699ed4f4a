import { sitePages } from '#contract/site.ts'
import { PageHead, ReadyToTalk } from './Band.tsx'
import { brand } from './brand.ts'

export function ComingSoonPage() {
  return (
    <>
      <PageHead title="Coming Soon">What is not there yet, and how to hear about it first.</PageHead>
      <section className="inside section prose" aria-labelledby="plans">
        <h2 id="plans">Further plans</h2>
        <p>
          {brand.plansInWords}. As soon as there is more to say about a plan, you will find its price and what
          it includes on the <a href={sitePages.pricing}>Pricing</a> page.
        </p>
        <h2>What would help you most?</h2>
        <p>
          What comes next is decided by those who do the work. <a href={sitePages.contact}>Write to us</a>{' '}
          about the step of your day that still takes too long, or meet others who use {brand.name} in the{' '}
          <a href={brand.social}>community</a>.
        </p>
        <p>
          What is already there is on the <a href={sitePages.features}>Features</a> page.
        </p>
      </section>
      <ReadyToTalk>Drop us a line, and we will tell you when it is there.</ReadyToTalk>
    </>
  )
}
