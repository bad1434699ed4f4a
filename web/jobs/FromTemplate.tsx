import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useRef, useState } from 'react'
import { copiedParts } from '#contract/job-copies.ts'
import { type JobTemplate, MOST_JOB_TEMPLATES } from '#contract/job-templates.ts'
import { keysOf, recordOf } from '#contract/typed-objects.ts'
import { nameOr } from '#web/lib/format.ts'
import { newId } from '#web/lib/new-id.ts'
import { messageOf } from '#web/lib/problem.ts'
import { IconChevronDown } from '#web/ui/icons.ts'
import { MenuButton } from '#web/ui/MenuButton.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import { jobTemplatesQuery, useCopyJob } from './queries.ts'
import './job-templates.css'

const everything = recordOf(keysOf(copiedParts), () => true)

/** Beside “Create Job”: the jobs that are templates, those used last first. */
export function FromTemplate() {
  return (
    <MenuButton
      label="Create a job from a template"
      title="From a template"
      icon={<IconChevronDown size={18} aria-hidden />}
      isIconOnly
    >
      {close => <Templates close={close} />}
    </MenuButton>
  )
}

function Templates({ close }: { close: () => void }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const { data: found, error, isPlaceholderData } = useQuery(jobTemplatesQuery(search))
  const copy = useCopyJob()
  /** The job that each template makes: the same one again where a reply was lost. */
  const ids = useRef(new Map<string, string>())

  const create = async (template: JobTemplate) => {
    if (copy.isPending) return
    const id = ids.current.get(template.id) ?? newId()
    ids.current.set(template.id, id)
    try {
      await copy.mutateAsync({ id: template.id, ids: [id], take: everything })
      close()
      await navigate({ to: '/webapp/shipment', search: { id }, state: { field: 'name' } })
    } catch (failure) {
      notify.failedBecause('The job could not be created.', failure)
    }
  }
  const [first] = found ?? []
  return (
    <>
      <form
        className="from-template__search"
        onSubmit={event => {
          event.preventDefault()
          if (first && !isPlaceholderData && search === typed.trim()) void create(first)
        }}
      >
        <TextInput
          aria-label="Search templates"
          placeholder="Search templates"
          type="search"
          autoComplete="off"
          autoFocus
          maxLength={200}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
        />
      </form>
      {error && (
        <p className="menu-panel__hint" role="alert">
          The templates could not be loaded. {messageOf(error)}
        </p>
      )}
      {found?.length === 0 && (
        <p className="menu-panel__hint" role="status">
          {search
            ? `No template matches “${search}”.`
            : 'No templates yet. Open a job that you make often and choose More, “Use as a template…”.'}
        </p>
      )}
      <ul className="menu-panel__list from-template__list" aria-label="Templates">
        {found?.map(template => (
          <li key={template.id}>
            <button
              type="button"
              className="from-template__one"
              disabled={copy.isPending}
              onClick={() => void create(template)}
            >
              {template.templateName}
              <span className="from-template__detail">{detailOf(template)}</span>
            </button>
          </li>
        ))}
      </ul>
      {found && found.length >= MOST_JOB_TEMPLATES && (
        <p className="menu-panel__hint">
          These are {MOST_JOB_TEMPLATES}. Type part of a name to find the others.
        </p>
      )}
    </>
  )
}

function detailOf({ jobId, name, consignee, loadingPort, destinationPort }: JobTemplate): string {
  const route = [loadingPort, destinationPort].filter(Boolean).join(' → ')
  return [`Job ${jobId}`, consignee === null ? nameOr(name) : nameOr(consignee), route]
    .filter(Boolean)
    .join(' · ')
}
