/** Places that the server fills from the brand file when it starts. */
export const brand = {
  name: '{{brand.name}}',
  tagline: '{{brand.tagline}}',
  headline: '{{brand.headline}}',
  email: '{{brand.email}}',
  phone: '{{brand.phone}}',
  phoneLink: '{{brand.phoneLink}}',
  address: '{{brand.address}}',
  social: '{{brand.social}}',
  copyrightYear: '{{brand.copyrightYear}}',
  legalName: '{{brand.legalName}}',
  jurisdiction: '{{brand.jurisdiction}}',
  policiesFrom: '{{brand.policiesFrom}}',
  plansInWords: '{{brand.plansInWords}}',
} as const

export const siteUrl = '{{site.url}}'
