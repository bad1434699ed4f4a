import { keysOf } from '#contract/typed-objects.ts'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type ErrorPage, errorPages, pageFile, type SitePage, sitePages } from '#contract/site.ts'
import { AboutPage } from './AboutPage.tsx'
import { type Assets, AssetsContext } from './assets.ts'
import { brand } from './brand.ts'
import { ComingSoonPage } from './ComingSoonPage.tsx'
import { ContactPage } from './ContactPage.tsx'
import { FailurePage, MissingPage } from './ErrorPages.tsx'
import { FaqPage } from './FaqPage.tsx'
import { FeaturesPage } from './FeaturesPage.tsx'
import { HomePage } from './HomePage.tsx'
import { Page, type PageProps } from './Page.tsx'
import { PricingPage } from './PricingPage.tsx'
import { PrivacyPage } from './PrivacyPage.tsx'
import { frequentQuestions } from './questions.ts'
import { questionsData } from './structured-data.ts'
import { TermsPage } from './TermsPage.tsx'

type Description = Omit<PageProps, 'path' | 'children'> & { content: ComponentType }

const pages: Record<SitePage | ErrorPage, Description> = {
  home: {
    title: `${brand.name}: ${brand.tagline}`,
    description:
      'Freight forwarding software: jobs, parties, cargo, charges and shipping documents of imports and exports by sea, air and road, in one place.',
    content: HomePage,
  },
  about: {
    title: 'About',
    description: `Why ${brand.name} exists, who it is for, and how it is built: freight management for forwarders and logistics teams.`,
    content: AboutPage,
  },
  features: {
    title: 'Features',
    description: `What ${brand.name} does: jobs and consolidations, cargo, charges by quote type, documents from Word templates, roles and history.`,
    content: FeaturesPage,
  },
  pricing: {
    title: 'Pricing',
    description: `The plans of ${brand.name}. ${brand.plansInWords}.`,
    content: PricingPage,
  },
  faq: {
    title: 'FAQ',
    description: `Six questions that freight forwarders ask about ${brand.name}, answered, and a form for yours.`,
    content: FaqPage,
    data: questionsData(frequentQuestions),
  },
  comingSoon: {
    title: 'Coming Soon',
    description: `What comes next in ${brand.name}, and how to hear about it first.`,
    content: ComingSoonPage,
  },
  contact: {
    title: 'Contact',
    description: `Write to ${brand.legalName}, call, or find the office on the map.`,
    content: ContactPage,
  },
  privacy: {
    title: 'Privacy Policy',
    description: `How ${brand.legalName} handles personal data: what is kept, why, for how long, and your rights.`,
    content: PrivacyPage,
  },
  terms: {
    title: 'Terms and Conditions',
    description: `The terms under which ${brand.legalName} provides ${brand.name}.`,
    content: TermsPage,
  },
  missing: {
    title: 'Page not found',
    description: 'This page does not exist.',
    content: MissingPage,
    hidden: true,
  },
  failure: {
    title: 'Something went wrong',
    description: 'The page could not be shown.',
    content: FailurePage,
    hidden: true,
  },
}

/** Each public page by the file that it becomes. */
export function renderPages(assets: Assets): Record<string, string> {
  const paths = { ...sitePages, ...errorPages }
  return Object.fromEntries(
    keysOf(pages).map(name => {
      const { content: Content, ...head } = pages[name]
      const markup = renderToStaticMarkup(
        <AssetsContext value={assets}>
          <Page path={paths[name]} {...head}>
            <Content />
          </Page>
        </AssetsContext>,
      )
      return [pageFile(name), `<!doctype html>${markup}\n`]
    }),
  )
}
