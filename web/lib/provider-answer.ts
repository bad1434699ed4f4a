const answer = /[#?&](code|error)=.*[#?&]?state=|[#?&]state=.*[#?&](code|error)=/

/** Whether the address carries what the identity provider answered. */
export const answersProvider = ({ hash, search }: Pick<Location, 'hash' | 'search'>): boolean =>
  answer.test(hash + search)

/** The answer, taken out of the address: MSAL would leave it, with its code, to the Back button. */
export function takeAnswer(): { hash?: string } {
  const { hash, pathname, search } = window.location
  if (!answersProvider({ hash, search: '' })) return {}
  history.replaceState(null, '', pathname + search)
  return { hash }
}
