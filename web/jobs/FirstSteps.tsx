import { Button } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { FirstSteps as Done } from '#contract/first-steps.ts'
import type { Permission } from '#contract/permissions.ts'
import { firstStepsQuery } from '#web/company/queries.ts'
import { useMembership } from '#web/lib/membership.ts'
import { useKeepPreferences, usePreferences } from '#web/lib/preferences.ts'
import { IconCheck, IconPlus } from '#web/ui/icons.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { EmptyState } from '#web/ui/page/states.tsx'
import './first-steps.css'

type Step = { done: keyof Done; label: string; to: NonNullable<LinkProps['to']>; needs: Permission }

/** In the order in which they help; each is shown to those who may do it. */
const steps: readonly Step[] = [
  { done: 'country', label: 'Set country and currency', to: '/webapp/welcome', needs: 'company:write' },
  { done: 'logo', label: 'Add your logo', to: '/webapp/company', needs: 'company:write' },
  {
    done: 'template',
    label: 'Add a document template of your own',
    to: '/webapp/documenttemplates',
    needs: 'templates:write',
  },
  { done: 'colleague', label: 'Invite a colleague', to: '/webapp/users', needs: 'users:add' },
  {
    done: 'contact',
    label: 'Create your first contact',
    to: '/webapp/contacts',
    needs: 'organisations:write',
  },
]

const notHidden = (error: unknown, again: () => void) =>
  notify.failedBecause('That could not be saved.', error, { label: 'Try again', run: again })

type Props = { isCreating: boolean; onCreate: () => void }

/** What an empty dashboard offers: a first job, an import, and what makes the work easier. */
export function FirstSteps({ isCreating, onCreate }: Props) {
  const { permissions } = useMembership()
  const preferences = usePreferences()
  const { mutate: keep } = useKeepPreferences(notHidden)
  const { data: done } = useQuery(firstStepsQuery)
  const heading = useId()
  const mayCreate = permissions.includes('jobs:write')
  const own = steps.filter(({ needs }) => permissions.includes(needs))
  const isHidden = preferences?.firstStepsHidden ?? true
  const isOver = own.length === 0 || done === undefined || own.every(step => done[step.done])
  const count = done ? own.filter(step => done[step.done]).length : 0
  return (
    <EmptyState
      title="No jobs yet."
      hint="A job holds one shipment: its parties, ports, dates, cargo, charges and documents."
      action={
        <>
          {mayCreate && (
            <div className="first-steps__ways">
              <Button
                size="md"
                leftSection={<IconPlus size={18} aria-hidden />}
                loading={isCreating}
                onClick={onCreate}
              >
                Create your first job
              </Button>
              <Link to="/webapp/import" search={{ kind: 'jobs' }}>
                Import jobs from a spreadsheet
              </Link>
            </div>
          )}
          {!isOver && isHidden && preferences && (
            <Button
              className="quiet-button"
              variant="subtle"
              color="gray"
              onClick={() => keep({ firstStepsHidden: false })}
            >
              Show first steps
            </Button>
          )}
          {!isOver && !isHidden && (
            <section className="first-steps" aria-labelledby={heading}>
              <header className="first-steps__header">
                <h2 id={heading} className="first-steps__title">
                  First steps
                </h2>
                <span>
                  {count} of {own.length} done
                </span>
              </header>
              <ul className="first-steps__list">
                {own.map(({ done: name, label, to }) => (
                  <li key={name}>
                    <Link
                      to={name === 'country' && done[name] ? '/webapp/company' : to}
                      className={
                        done[name] ? 'first-steps__step first-steps__step--done' : 'first-steps__step'
                      }
                    >
                      <span className="first-steps__mark">
                        {done[name] && <IconCheck size={16} aria-hidden />}
                      </span>
                      <span className="first-steps__label">{label}</span>
                      <span className="first-steps__state">{done[name] ? 'Done' : ''}</span>
                    </Link>
                  </li>
                ))}
              </ul>
              <Button
                className="quiet-button"
                variant="subtle"
                color="gray"
                onClick={() => keep({ firstStepsHidden: true })}
              >
                Hide this list
              </Button>
            </section>
          )}
        </>
      }
    />
  )
}
