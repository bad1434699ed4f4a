import { sitePages } from '#contract/site.ts'
import { brand, siteUrl } from './brand.ts'
import type { FrequentQuestion } from './questions.ts'

/** Who runs this site, as search engines read it. */
export const organisationData = {
  '@context': 'https://schema.org',
  '@type': 'Organization',
  '@id': `${siteUrl}/#organisation`,
  name: brand.legalName,
  url: `${siteUrl}/`,
  slogan: brand.tagline,
  email: brand.email,
  telephone: brand.phone,
  address: brand.address,
  sameAs: [brand.social],
}

export const questionsData = (questions: readonly FrequentQuestion[]) => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  '@id': `${siteUrl}${sitePages.faq}#questions`,
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer.join(' ') },
  })),
})
