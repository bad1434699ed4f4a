/** The public pages by name: what links lead to, the server answers and the sitemap lists. */
export const sitePages = {
  home: '/',
  about: '/about',
  features: '/features',
  pricing: '/pricing',
  faq: '/faq',
  comingSoon: '/coming-soon',
  contact: '/contactus',
  privacy: '/privacy-policy',
  terms: '/terms-and-conditions',
} as const
export type SitePage = keyof typeof sitePages

/** What somebody sees whom a page failed, and whoever asked for one that does not exist. */
export const errorPages = { failure: '/error', missing: '/error/404' } as const
export type ErrorPage = keyof typeof errorPages

/** The built file of a page. */
export const pageFile = (name: SitePage | ErrorPage): string => `site/${name}.html`

/** Set by the application while somebody is signed in here; it says no more than that. */
export const SIGNED_IN_COOKIE = 'lading-signed-in'
