import type { ParsedLocation } from '@tanstack/react-router'
import { withId } from './address.ts'

/** What a person takes for one place: another search, filter, page or highlighted row is none of its own. */
export const isSamePlace = (one: ParsedLocation, other: ParsedLocation) =>
  one.pathname === other.pathname &&
  one.hash === other.hash &&
  withId(one.search).id === withId(other.search).id
