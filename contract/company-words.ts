/** The words of a text as people compare them: without case, accents, apostrophes and signs between them. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}|['’`´]/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

// The same forms as in telling_words of the database, which finds companies that are alike.
const legalForms = new Set(
  (
    'ab,ag,aps,as,asa,bhd,bv,bvba,co,company,comp,corp,corporation,cv,doo,dmcc,eirl,ek,est,ev,fze,fzc,fzco,fzllc,gbr,' +
    'gesellschaft,gmbh,mbh,ohg,inc,incorporated,jsc,kft,kg,kgaa,kk,lda,limited,limitada,llc,llp,lp,ltd,ltda,ltee,nv,' +
    'ood,eood,oy,oyj,pjsc,plc,private,pte,pty,proprietary,pvt,qsc,saoc,saog,sa,sae,sal,sarl,sas,sasu,sdn,srl,sro,spa,' +
    'spol,se,sl,slu,tbk,uab,ug,wll,ooo,oao,zao,pao,tic,san,sti'
  ).split(','),
)
const joining = new Set(['and', 'und', 'et', 'y', 'e'])

/** “B.V.” is one word, and so is “a/s”. */
const withoutDots = (name: string) =>
  name.replaceAll(/(?<=(?:^|[^\p{L}\p{N}])\p{L})[./](?=\p{L}(?![\p{L}\p{N}]))/gu, '')

const companyWords = (name: string) => wordsOf(withoutDots(name.replace(/^(?:m\/s|messrs)\b\.?/iu, '')))

/** Whether a text is a legal form and nothing else: “Co., Ltd.”. */
export function isLegalForm(text: string): boolean {
  const words = companyWords(text)
  return words.length > 0 && words.every(word => legalForms.has(word))
}

/** Whether a name ends in a legal form, as no line of an address does. */
export function hasLegalForm(name: string): boolean {
  return legalForms.has(companyWords(name).at(-1) ?? '')
}

/** Whether two names are of one company: case, signs and legal forms do not count. */
export function isSameCompany(one: string, other: string): boolean {
  const [mine, theirs] = [tellingWords(one), tellingWords(other)]
  return mine.length > 0 && mine.join(' ') === theirs.join(' ')
}

function tellingWords(name: string): string[] {
  const words = companyWords(name)
  const telling = words.filter((word, place) => !joining.has(word) && !(legalForms.has(word) && place > 0))
  return telling.length > 0 ? telling : words
}
