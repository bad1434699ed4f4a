/** Why a text is no e-mail address that a message can be sent to; null where it is one. */
export function addressMistake(text: string): string | null {
  if (text.length > LONGEST_ADDRESS) return `An address has at most ${LONGEST_ADDRESS} characters.`
  if (/[\p{Cc}\s]/u.test(text)) return 'An address cannot contain spaces or line breaks.'
  const at = text.lastIndexOf('@')
  if (at < 1) return 'An address has a name, an @ and a domain: name@example.com.'
  const local = text.slice(0, at)
  const domain = text.slice(at + 1)
  if (local.length > 64) return 'The part before the @ has at most 64 characters.'
  if (!/^[\w.!#$%&'*+/=?^`{|}~-]+$/.test(local))
    return 'The part before the @ contains a character that addresses cannot have.'
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..'))
    return 'The part before the @ begins or ends with a dot, or has two in a row.'
  if (!isDomain(domain)) return `“${domain}” is not a domain such as example.com.`
  return null
}

export const LONGEST_ADDRESS = 320

function isDomain(domain: string): boolean {
  if (domain.length > 253) return false
  const labels = domain.split('.')
  const isLabel = (label: string) =>
    /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u.test(label)
  // A name without a dot is a machine of one's own network; digits alone at the end are no domain of the world's.
  return labels.length > 1 && labels.every(isLabel) && !/^\d+$/.test(labels.at(-1) ?? '')
}
