import { fieldNames } from '#contract/field.ts'
import { type Item, type ItemField, itemFields } from '#contract/items.ts'

/** The fields of an item of which nobody has said anything. */
export const emptyItem = Object.fromEntries(fieldNames(itemFields).map(field => [field, null])) as Pick<
  { [Field in keyof Item]: null },
  ItemField
>
