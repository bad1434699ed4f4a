import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Organisation } from '#contract/organisations.ts'
import { similarQuery } from './queries.ts'

const recognisable = ['telephone', 'mobile', 'email', 'website'] as const

type Props = { contact: Organisation; onMerge: (otherId: string) => void }

/** The contact of which this one may be a second entry, and the way to make one of both. */
export function LooksLike({ contact, onMerge }: Props) {
  const address = contact.organisationContacts[0]?.contact
  const wanted = Object.fromEntries(
    [
      ['name', contact.name] as const,
      ['taxNumber', contact.taxNumber] as const,
      ...recognisable.map(field => [field, address?.[field]] as const),
    ].flatMap(([field, value]) => (value ? [[field, value]] : [])),
  )
  const { data = [] } = useQuery({ ...similarQuery(wanted), enabled: Object.keys(wanted).length > 0 })
  const like = data.find(({ id }) => id !== contact.id)
  if (!like) return null
  return (
    <div className="merged-from">
      <p>
        Looks like {like.name}
        {like.detail && `, ${like.detail}`}.
      </p>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`Merge with ${like.name}`}
        onClick={() => onMerge(like.id)}
      >
        Merge
      </Button>
    </div>
  )
}
