import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { type JobField, jobFieldLabels } from '#contract/job-fields.ts'
import type { Job } from '#contract/jobs.ts'
import { useDraftKey } from '#web/lib/kept-drafts.ts'
import { isProblem } from '#web/lib/problem.ts'
import { leftWithMaster } from '#web/records/left-with-master.ts'
import { jobQuery, useSaveJob } from '#web/records/queries.ts'
import type { TypedDetails } from '#web/records/typed-details.ts'
import { useFailure } from '#web/ui/form/failure.ts'
import { showProblem } from '#web/ui/form/form-problems.ts'
import { dropActionsOf, notify } from '#web/ui/notice/notify.ts'
import { type RecordForm, useRecordForm } from '#web/ui/record-form/record-form.ts'
import { differingFields } from '#web/ui/record-form/three-way.ts'
import { fieldOfChange } from './conflict-words.ts'
import { type InTurn, useInTurn } from './in-turn.ts'
import {
  formFields,
  jobAccess,
  jobChange,
  type JobValues,
  jobValues,
  unparsedFields,
  valueAt,
} from './job-values.ts'
import { movedHouses } from './moved-houses.ts'

/** One job's unsaved work: it outlives the tabs, so that changing tabs loses nothing. */
export type JobForm = {
  job: Job
  record: RecordForm<JobValues, JobField>
  form: UseFormReturn<JobValues>
  /** The fields that differ from what is stored. */
  changed: readonly JobField[]
  isSaving: boolean
  /** The last thing that happened is that a save went well. */
  isSaved: boolean
  /** Why the last save was refused. */
  failure: string
  save: () => Promise<void>
  /** Back to what is stored. */
  cancel: () => void
  /** Saves over what is stored now; of the contested fields only those chosen. */
  settle: () => Promise<void>
  takeTheirs: () => void
  /** When the unsaved changes were typed that a reload or a crash has brought back: ISO 8601. */
  restoredAt: string | undefined
  /** Unsaved changes are given up for good. */
  forget: () => void
  typed: TypedDetails
  /** Parties and ports are changed beside Save, at once: never between a save and its reply. */
  inTurn: InTurn
}

const fieldOfPath = (path: string) => formFields.find(field => field === path) ?? null

const storedOf = (job: Job) => ({ values: jobValues(job), version: job.version })

export function useJobForm(job: Job): JobForm {
  const { failure, setFailure } = useFailure()
  const [refusedFields, setRefusedFields] = useState<readonly JobField[]>([])
  useEffect(() => () => dropActionsOf(job.id), [job.id])
  const client = useQueryClient()
  const navigate = useNavigate()
  const { mutateAsync, isPending, isSuccess, reset } = useSaveJob()
  const record = useRecordForm<JobValues, JobField>({
    ...storedOf(job),
    access: jobAccess,
    draftKey: useDraftKey('job')(job.id),
    // A mail's date, a document's number, another tab: all of them change a job that is being typed on.
    follows: 'merged',
    isSaving: isPending,
  })
  const { form, base, conflict, changedFields, fill } = record
  const values = useWatch({ control: form.control }) as JobValues
  const changed = differingFields(jobAccess, values, base.values)
  const hasChanged = changed.length > 0

  const inTurn = useInTurn()
  const isSending = useRef(false)
  const isAskedAgain = useRef(false)
  const send = async (): Promise<void> => {
    isAskedAgain.current = false
    setFailure('')
    setRefusedFields([])
    form.clearErrors()
    const sent = structuredClone(form.getValues())
    const fields = changedFields()
    const [unread, ...furtherUnread] = unparsedFields(sent).filter(field => fields.includes(field))
    if (unread) {
      await form.trigger([unread, ...furtherUnread], { shouldFocus: true })
      return setRefusedFields([unread, ...furtherUnread])
    }
    isSending.current = true
    try {
      const before = base.values
      const change = jobChange(job.id, sent, fields)
      const saved = await mutateAsync({ change, version: record.version() })
      record.saved(sent, storedOf(saved))
      tellMoved(before, fields)
      tellLeft(saved, fields)
    } catch (error) {
      if (!isProblem(error, 'changed_meanwhile')) return setFailure(showProblem(form, error, fieldOfPath))
      return void record.meet(error, storedOf(error.problem.current as Job), fieldOfChange)
    } finally {
      isSending.current = false
    }
    if (isAskedAgain.current && changedFields().length > 0) await send()
  }

  /** Says which houses moved with their master and which did not; one Undo puts back here what moves them back. */
  const tellMoved = (before: JobValues, fields: readonly JobField[]) => {
    const moved = movedHouses(job, fields)
    if (!moved) return
    const putBack = async () => {
      const change = jobChange(job.id, before, moved.fields)
      try {
        await inTurn(async () =>
          record.stepOn(storedOf(await mutateAsync({ change, version: record.version() }))),
        )
        notify.done('Put back, here and in the houses.')
      } catch (error) {
        notify.failedBecause('It was not put back.', error, {
          label: 'Try again',
          of: job.id,
          run: () => void putBack(),
        })
      }
    }
    const seeHouses = () => void navigate({ to: '/webapp/shipment/houses', search: { id: job.id } })
    if (moved.kept !== '') notify.done(moved.kept, { label: 'See houses', of: job.id, run: seeHouses })
    if (moved.moved !== '') notify.done(moved.moved, { label: 'Undo', of: job.id, run: () => void putBack() })
  }

  /** Says what a house has lost together with its master. */
  const tellLeft = (saved: Job, fields: readonly JobField[]) => {
    if (!job.master || !fields.includes('masterShipmentId')) return
    const left = leftWithMaster(job, saved)
    if (left !== '') notify.done(`Job ${job.jobId} is no longer a house of job ${job.master.jobId}. ${left}`)
  }

  const sendInTurn = () => inTurn(async () => (changedFields().length > 0 ? send() : undefined))

  const current = conflict?.problem.problem.current as Job | undefined

  return {
    job,
    record,
    form,
    changed,
    isSaving: isPending,
    isSaved: isSuccess && !hasChanged,
    failure: failure || notUnderstood(values, refusedFields),
    save: async () => {
      if (isSending.current) isAskedAgain.current = true
      else await sendInTurn()
    },
    cancel: () => {
      setFailure('')
      setRefusedFields([])
      reset()
      fill(storedOf(job))
    },
    settle: async () => {
      record.settle()
      if (changedFields().length > 0) await inTurn(send)
      else record.closeConflict()
    },
    restoredAt: hasChanged ? record.restoredAt : undefined,
    forget: record.giveUpDraft,
    takeTheirs: () => {
      if (!current) return
      client.setQueryData(jobQuery(job.id).queryKey, current)
      fill(storedOf(current))
    },
    inTurn,
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
  }
}

/** Which of the fields that a save was refused for still hold a text that is not understood. */
function notUnderstood(values: JobValues, refused: readonly JobField[]): string {
  if (refused.length === 0) return ''
  const labels = unparsedFields(values).flatMap(field =>
    refused.includes(field) ? [jobFieldLabels[field]] : [],
  )
  return labels.length > 0 ? `Not understood yet: ${labels.join(', ')}.` : ''
}

const JobFormContext = createContext<JobForm | undefined>(undefined)
export const JobFormProvider = JobFormContext.Provider

export function useJobFormContext(): JobForm {
  const form = useContext(JobFormContext)
  if (!form) throw new Error('This part belongs inside the Job card.')
  return form
}
