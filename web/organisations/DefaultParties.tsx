import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { DefaultParty } from '#contract/default-parties.ts'
import type { Organisation } from '#contract/organisations.ts'
import { partyRoleLabels } from '#contract/parties.ts'
import { nameOr } from '#web/lib/format.ts'
import { useRemoval } from '#web/ui/dialog/use-removal.ts'
import { FoldedGroup } from '#web/ui/form/FoldedGroup.tsx'
import { IconPlus, IconTrash } from '#web/ui/icons.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Loaded } from '#web/ui/page/Loaded.tsx'
import { DefaultPartyDialog } from './DefaultPartyDialog.tsx'
import { defaultsQuery, useRemoveDefault, useSetDefault } from './default-queries.ts'
import './default-parties.css'

/** Who else is on a job when this contact has a role there: folded while nobody is. A change here acts at once. */
export function DefaultParties({ contact, mayWrite }: { contact: Organisation; mayWrite: boolean }) {
  const query = useQuery(defaultsQuery(contact.id))
  const [isAdding, setIsAdding] = useState(false)
  const { mutateAsync: set } = useSetDefault(contact.id)
  const { mutateAsync: take } = useRemoveDefault(contact.id)
  const remove = useRemoval<DefaultParty>({
    name: ({ whenRole, role, party }) =>
      `Default ${partyRoleLabels[role]} ${nameOr(party.name)} when it is the ${partyRoleLabels[whenRole]}`,
    remove: ({ id }) => take(id),
    restore: set,
    mayTryAgain: true,
    of: contact.id,
  })
  const rows = query.data ?? []
  // It opens by itself only as it comes: what somebody has opened or closed stays so.
  if (query.isPending || (!mayWrite && query.isSuccess && rows.length === 0)) return null
  return (
    <>
      <FoldedGroup title="Default Parties" isFilled={rows.length > 0} isRefused={false}>
        <div className="form-grid__wide default-parties">
          <p className="default-parties__hint">
            Who else is on a job with {nameOr(contact.name)}. When it is chosen for a role there, these roles
            are filled too, unless somebody has them already.
          </p>
          <Loaded query={query} failed="The default parties could not be loaded." fields={1}>
            {loaded =>
              loaded.length > 0 && (
                <ul className="default-parties__list">
                  {loaded.map(one => (
                    <DefaultLine key={one.id} one={one} onRemove={mayWrite && (() => void remove(one))} />
                  ))}
                </ul>
              )
            }
          </Loaded>
          {mayWrite && (
            <div>
              <Button
                variant="default"
                leftSection={<IconPlus size={18} aria-hidden />}
                onClick={() => setIsAdding(true)}
              >
                Add Default Party
              </Button>
            </div>
          )}
        </div>
      </FoldedGroup>
      {isAdding && <DefaultPartyDialog contact={contact} present={rows} onClose={() => setIsAdding(false)} />}
    </>
  )
}

function DefaultLine({ one, onRemove }: { one: DefaultParty; onRemove: (() => void) | false }) {
  const { whenRole, role, party, organisationId } = one
  const [when, filled] = [partyRoleLabels[whenRole], partyRoleLabels[role]]
  return (
    <li className="default-parties__line">
      <span className="default-parties__words">
        When it is the <strong>{when}</strong>, the <strong>{filled}</strong> is{' '}
        {party.relatedId === organisationId ? (
          'the same contact'
        ) : (
          <Link to="/webapp/contact" search={{ id: party.relatedId }}>
            {nameOr(party.name)}
          </Link>
        )}
      </span>
      {onRemove && (
        <IconButton
          label={`Remove ${filled} when it is the ${when}`}
          icon={IconTrash}
          destructive
          onClick={onRemove}
        />
      )}
    </li>
  )
}
