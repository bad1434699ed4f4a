import { Place } from '#web/ui/page/Place.tsx'
import { createPlaces } from '#web/ui/page/places.ts'

export const noticePlaces = createPlaces()

/** Where notices stand on a screen: above what is at its bottom, which stays where it is. */
export const NoticePlace = ({ isInBar = false }: { isInBar?: boolean }) => (
  <Place places={noticePlaces} className={isInBar ? 'notice-place notice-place--bar' : 'notice-place'} />
)

/** Where they stand on all other screens. */
export const SpareNoticePlace = () => (
  <Place places={noticePlaces} className="notice-place notice-place--shell" isSpare />
)
