import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { type Job, type JobField, jobFieldLabels } from '#contract/jobs.ts'
import { countText } from '#web/lib/format.ts'
import { draftKey, forgetDraft, keepDraft, readDraft } from '#web/lib/drafts.ts'
import { useMembership } from '#web/lib/membership.ts'
import { type ApiProblem, isProblem } from '#web/lib/problem.ts'
import { isLeavingToSignIn } from '#web/lib/session.ts'
import { jobQuery, useSaveJob } from '#web/records/queries.ts'
import type { TypedDetails } from '#web/records/typed-details.ts'
import { showProblem } from '#web/ui/form-problems.ts'
import { askMessage } from '#web/ui/message-box-store.ts'
import { dropActionsOf } from '#web/ui/notify.ts'
import { fieldOfChange } from './conflict-words.ts'
import {
  differingFields,
  draftFields,
  jobChange,
  formFields,
  type JobValues,
  jobValues,
  mergedValues,
  unreadFields,
  valueAt,
  withDraft,
} from './job-values.ts'

/** One job's unsaved work: it outlives the tabs, so that changing tabs loses nothing. */
export type JobForm = {
  job: Job
  form: UseFormReturn<JobValues>
  /** The fields that differ from what is stored. */
  changed: readonly JobField[]
  isSaving: boolean
  /** The last thing that happened is that a save went well. */
  isSaved: boolean
  /** Why the last save was refused. */
  failure: string
  /** Somebody saved meanwhile: what stands now and what was changed. */
  conflict: ApiProblem | undefined
  save: () => Promise<void>
  /** Back to what is stored. */
  cancel: () => void
  /** The fields that both this person and somebody else have changed, each to something else. */
  contested: readonly JobField[]
  /** Saves over what stands now; of the contested fields only those in `mine`. */
  settle: (mine: readonly JobField[]) => Promise<void>
  takeTheirs: () => void
  /** When the unsaved changes were typed that a reload or a crash has brought back: ISO 8601. */
  restoredAt: string | undefined
  /** Unsaved changes are given up for good. */
  forget: () => void
  closeConflict: () => void
  typed: TypedDetails
  /** A party was added or removed: the job has this version now, the fields are untouched. */
  stepTo: (version: number | null) => void
}

const fieldOfPath = (path: string) => formFields.find(field => field === path) ?? null

export function useJobForm(job: Job): JobForm {
  const [failure, setFailure] = useState('')
  const [refusedFields, setRefusedFields] = useState<readonly JobField[]>([])
  const [conflict, setConflict] = useState<ApiProblem>()
  useEffect(() => () => dropActionsOf(job.id), [job.id])
  const client = useQueryClient()
  const { account, user } = useMembership()
  const key = draftKey({ accountId: account.id, userId: user.id }, 'job', job.id)
  const [restored, setRestored] = useState(() => readDraft(key))
  const form = useForm<JobValues>({
    // A draft builds on the version that it was typed on, so that a save notices what happened since.
    defaultValues: { ...jobValues(job), version: restored?.version ?? job.version },
  })
  const { mutateAsync, isPending, isSuccess, reset } = useSaveJob()
  const values = useWatch({ control: form.control }) as JobValues
  const [draft] = useState(restored)
  useEffect(() => {
    if (draft)
      form.reset(withDraft(form.formState.defaultValues as JobValues, draft.fields), {
        keepDefaultValues: true,
      })
  }, [draft, form])
  // What the form was last filled from: a save builds on that version.
  const base = form.formState.defaultValues as JobValues
  const changed = differingFields(values, base)
  const hasChanged = changed.length > 0

  useKeptDraft(key, form, changed, base.version)

  // What stood there when an older draft was typed is not known any more.
  const isBaseKnown = useRef(!restored || restored.version === job.version)
  const fill = (from: JobValues, kept = from) => {
    isBaseKnown.current = true
    form.reset(kept)
    form.reset(from, { keepValues: true })
  }

  useEffect(() => {
    if (job.version <= base.version) return
    const stored = jobValues(job)
    // A draft that has just been put in is in the form before it is in what was rendered.
    if (!hasChanged && differingFields(form.getValues(), base).length === 0) fill(stored)
    // A mail's date, a document's number, another tab: what is typed here goes on top of it, unless both
    // changed the same field. Then the next save asks.
    else if (hasChanged && isBaseKnown.current && !isPending && !conflict && !overlap(base, stored, values))
      fill(stored, mergedValues(stored, form.getValues(), changed))
  })

  const isSending = useRef(false)
  const isAskedAgain = useRef(false)
  const send = async (sent: JobValues, fields: readonly JobField[], version: number): Promise<void> => {
    isAskedAgain.current = false
    setFailure('')
    setRefusedFields([])
    form.clearErrors()
    const [unread, ...furtherUnread] = unreadFields(sent).filter(field => fields.includes(field))
    if (unread) {
      await form.trigger([unread, ...furtherUnread], { shouldFocus: true })
      return setRefusedFields([unread, ...furtherUnread])
    }
    let saved: Job
    isSending.current = true
    try {
      saved = await mutateAsync({ change: jobChange(job.id, sent, fields), version })
    } catch (error) {
      if (isProblem(error, 'changed_meanwhile')) return setConflict(error)
      return setFailure(showProblem(form, error, fieldOfPath))
    } finally {
      isSending.current = false
    }
    setConflict(undefined)
    // What was typed while the save was under way is not stored yet.
    const now = form.getValues()
    const stored = jobValues(saved)
    fill(stored, mergedValues(stored, now, differingFields(now, sent)))
    setRestored(undefined)
    if (!isAskedAgain.current) return
    const rest = structuredClone(form.getValues())
    const further = differingFields(rest, stored)
    if (further.length > 0) await send(rest, further, stored.version)
  }

  const current = conflict?.problem.current as Job | undefined
  const theirs = current && jobValues(current)
  const othersChanged = new Set(conflict?.problem.changes?.map(change => fieldOfChange(change.field)))
  const contested = theirs
    ? changed.filter(
        field =>
          othersChanged.has(field) && (valueAt(theirs, field) ?? '') !== (valueAt(values, field) ?? ''),
      )
    : []

  return {
    job,
    form,
    changed,
    isSaving: isPending,
    isSaved: isSuccess && !hasChanged,
    failure: failure || notUnderstood(values, refusedFields),
    conflict,
    save: async () => {
      if (isSending.current) isAskedAgain.current = true
      else if (hasChanged) await send(structuredClone(form.getValues()), changed, base.version)
    },
    cancel: () => {
      setFailure('')
      setRefusedFields([])
      setRestored(undefined)
      reset()
      fill(jobValues(job))
    },
    contested,
    settle: async mine => {
      if (!theirs) return
      const kept = changed.filter(field => !contested.includes(field) || mine.includes(field))
      const merged = mergedValues(theirs, form.getValues(), kept)
      fill(theirs, merged)
      if (kept.length > 0) await send(merged, kept, theirs.version)
      else setConflict(undefined)
    },
    restoredAt: hasChanged ? restored?.at : undefined,
    forget: () => forgetDraft(key),
    takeTheirs: () => {
      if (current) client.setQueryData(jobQuery(job.id).queryKey, current)
      if (theirs) fill(theirs)
      setConflict(undefined)
    },
    closeConflict: () => setConflict(undefined),
    typed: {
      besides: change =>
        changed.filter(
          field => field in change && valueAt(values, field) !== change[field as keyof typeof change],
        ),
      replace: change => {
        for (const [field, value] of Object.entries(change))
          form.setValue(field as 'grossWeight', value as number | null, { shouldDirty: true })
      },
    },
    stepTo: version => {
      // A gap means that somebody else saved too: the next save shall notice.
      if (version === base.version + 1) form.reset({ ...base, version }, { keepValues: true })
    },
  }
}

/** Which of the fields that a save was refused for still hold a text that is not understood. */
function notUnderstood(values: JobValues, refused: readonly JobField[]): string {
  if (refused.length === 0) return ''
  const labels = unreadFields(values).flatMap(field =>
    refused.includes(field) ? [jobFieldLabels[field]] : [],
  )
  return labels.length > 0 ? `Not understood yet: ${labels.join(', ')}.` : ''
}

/** Whether a field was stored with something new and holds something else that is typed. */
function overlap(base: JobValues, stored: JobValues, typed: JobValues): boolean {
  const storedAnew = differingFields(base, stored)
  const different = differingFields(stored, typed)
  return differingFields(base, typed).some(field => storedAnew.includes(field) && different.includes(field))
}

const DRAFT_PAUSE_MS = 300

/** Unsaved changes outlive a reload or a crash. */
function useKeptDraft(
  key: string,
  form: UseFormReturn<JobValues>,
  changed: readonly JobField[],
  version: number,
) {
  // One text: the array is a new one each time.
  const fields = changed.join(' ')
  const values = useWatch({ control: form.control })
  useEffect(() => {
    const keep = () =>
      keepDraft(key, version, draftFields(form.getValues(), fields.split(' ').filter(Boolean) as JobField[]))
    const timer = setTimeout(keep, DRAFT_PAUSE_MS)
    window.addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
    }
  }, [key, version, fields, values, form])
}

/** Asks before unsaved changes are left behind; the job's own tabs are not leaving. */
export function useLeaveGuard(jobId: string, changed: number, forget: () => void) {
  useBlocker({
    disabled: changed === 0,
    // Back from the sign-in, the draft brings everything back.
    enableBeforeUnload: () => changed > 0 && !isLeavingToSignIn(),
    shouldBlockFn: async ({ next }) => {
      const stays =
        next.pathname.startsWith('/webapp/shipment') && (next.search as { id?: string }).id === jobId
      if (stays) return false
      const leaves = await askMessage({
        title: 'Leave without saving?',
        description: `${countText(changed, 'change')} to this job would be lost.`,
        ok: 'Leave',
        cancel: 'Keep editing',
        destructive: true,
      })
      if (leaves) forget()
      return !leaves
    },
  })
}

export function useSaveKey(save: () => Promise<void>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      void save()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}

const JobFormContext = createContext<JobForm | undefined>(undefined)
export const JobFormProvider = JobFormContext.Provider

export function useJobFormContext(): JobForm {
  const form = useContext(JobFormContext)
  if (!form) throw new Error('This part belongs inside the Job card.')
  return form
}
