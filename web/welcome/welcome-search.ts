/** What the address may say: where somebody wanted to go before they signed up. */
export const welcomeSearch = ({ next }: Record<string, unknown>): { next?: string } =>
  typeof next === 'string' ? { next } : {}
