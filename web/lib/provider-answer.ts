const answer = /[#?&](code|error)=.*[#?&]?state=|[#?&]state=.*[#?&](code|error)=/

/** Whether the address carries what the identity provider answered. */
export const answersProvider = ({ hash, search }: Pick<Location, 'hash' | 'search'>): boolean =>
  answer.test(hash + search)
