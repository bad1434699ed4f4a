import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { createContext, useContext, useEffect, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type { Job } from '#contract/jobs.ts'
import { countText } from '#web/lib/format.ts'
import { isProblem } from '#web/lib/problem.ts'
import type { ApiProblem } from '#web/lib/problem.ts'
import { showProblem } from '#web/ui/form-problems.ts'
import { askMessage } from '#web/ui/message-box-store.ts'
import {
  differingFields,
  jobChange,
  jobFields,
  type JobField,
  type JobValues,
  jobValues,
  mergedValues,
} from './job-values.ts'
import { jobQuery, useSaveJob } from './queries.ts'

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
  keepMine: () => Promise<void>
  takeTheirs: () => void
  closeConflict: () => void
  /** A party was added or removed: the job has this version now, the fields are untouched. */
  stepTo: (version: number | null) => void
}

const fieldOfPath = (path: string) => jobFields.find(field => field === path) ?? null

export function useJobForm(job: Job): JobForm {
  const [failure, setFailure] = useState('')
  const [conflict, setConflict] = useState<ApiProblem>()
  const client = useQueryClient()
  const form = useForm<JobValues>({ defaultValues: jobValues(job) })
  const { mutateAsync, isPending, isSuccess, reset } = useSaveJob()
  const values = useWatch({ control: form.control }) as JobValues
  // What the form was last filled from: a save builds on that version.
  const base = form.formState.defaultValues as JobValues
  const changed = differingFields(values, base)
  const hasChanged = changed.length > 0

  useEffect(() => {
    if (job.version > base.version && !hasChanged) form.reset(jobValues(job))
  }, [job, base.version, hasChanged, form])

  const fill = (from: JobValues, kept = from) => {
    form.reset(kept)
    form.reset(from, { keepValues: true })
  }

  const send = async (sent: JobValues, fields: readonly JobField[], version: number) => {
    setFailure('')
    form.clearErrors()
    try {
      const saved = await mutateAsync({ change: jobChange(job.id, sent, fields), version })
      setConflict(undefined)
      // What was typed while the save was under way is not stored yet.
      const now = form.getValues()
      const stored = jobValues(saved)
      fill(stored, mergedValues(stored, now, differingFields(now, sent)))
    } catch (error) {
      if (isProblem(error, 'changed_meanwhile')) setConflict(error)
      else setFailure(showProblem(form, error, fieldOfPath))
    }
  }

  const current = conflict?.problem.current as Job | undefined
  const theirs = current && jobValues(current)

  return {
    job,
    form,
    changed,
    isSaving: isPending,
    isSaved: isSuccess && !hasChanged,
    failure,
    conflict,
    save: async () => {
      if (hasChanged && !isPending) await send(structuredClone(form.getValues()), changed, base.version)
    },
    cancel: () => {
      setFailure('')
      reset()
      fill(jobValues(job))
    },
    keepMine: async () => {
      if (!theirs) return
      const merged = mergedValues(theirs, form.getValues(), changed)
      fill(theirs, merged)
      await send(merged, changed, theirs.version)
    },
    takeTheirs: () => {
      if (current) client.setQueryData(jobQuery(job.id).queryKey, current)
      if (theirs) fill(theirs)
      setConflict(undefined)
    },
    closeConflict: () => setConflict(undefined),
    stepTo: version => {
      // A gap means that somebody else saved too: the next save shall notice.
      if (version === base.version + 1) form.reset({ ...base, version }, { keepValues: true })
    },
  }
}

/** Asks before unsaved changes are left behind; the job's own tabs are not leaving. */
export function useLeaveGuard(jobId: string, changed: number) {
  useBlocker({
    disabled: changed === 0,
    enableBeforeUnload: changed > 0,
    shouldBlockFn: async ({ next }) => {
      const stays =
        next.pathname.startsWith('/webapp/shipment') && (next.search as { id?: string }).id === jobId
      if (stays) return false
      return !(await askMessage({
        title: 'Leave without saving?',
        description: `${countText(changed, 'change')} to this job would be lost.`,
        ok: 'Leave',
        cancel: 'Keep editing',
        destructive: true,
      }))
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
