import type { FieldValues } from '#server/word/language/known-fields.ts'
import type { FindableField } from './findable-field.ts'
import { isOpen, isStrong, PARTLY_NAMED, type Weighed } from './weighed.ts'

/** The parties that are the company itself. */
export function ownGroupsOf(fields: readonly FindableField[], values: FieldValues['fields']): Set<string> {
  const nameOf = (group: string) => {
    const name = values[`${group}.Name`]
    return typeof name === 'string' ? name.trim().toLowerCase() : ''
  }
  const own = new Set(fields.flatMap(({ group, isOwn }) => (isOwn && nameOf(group) ? nameOf(group) : [])))
  return new Set(fields.flatMap(({ group, isOfGroup }) => (isOfGroup && own.has(nameOf(group)) ? group : [])))
}

/**
 * In a letterhead nothing is marked that its label does not name: from the first text that is the company's alone, such
 * as its name, to the first value of the job. A header or footer begins as one.
 */
export function leaveLetterheads(weighed: readonly Weighed[], ownGroups: ReadonlySet<string>): void {
  for (const [box, places] of Map.groupBy(weighed, one => one.box)) {
    const isMargin = box !== undefined && box.label !== BODY
    let isInside = isMargin
    // Below the name of a party that is the company itself stand data of the company, too.
    let isOwnParty = false
    for (const one of places) {
      const told = one.options.filter(
        option =>
          isOpen(option, one.isOwn) &&
          (option.label >= PARTLY_NAMED || isStrong(one.place.text, option.field)),
      )
      const isOnlyOwn = one.isOwn && one.options.every(({ field }) => ownGroups.has(field.group))
      if (isOnlyOwn && told.length === 0 && !isOwnParty && isLong(one.place.text)) isInside = true
      if (isInside)
        one.options = one.options.filter(
          ({ label, field }) => label >= PARTLY_NAMED || field.kind !== 'number',
        )
      one.isInLetterhead = isInside
      if (!told.some(option => one.options.includes(option))) continue
      isInside = isMargin
      isOwnParty = told.some(({ field }) => ownGroups.has(field.group))
    }
  }
}

const BODY = 'body'

/** Whether a text names somebody or their address, as the words of a letterhead do. */
const isLong = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '').length >= 5
