import { useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import { readDraft } from '#web/lib/drafts.ts'
import { type ApiProblem, isProblem } from '#web/lib/problem.ts'
import { useKeptDraft } from './kept-draft.ts'
import { contestedFields, differingFields, type FieldAccess, fieldsAt } from './three-way.ts'

/** Somebody saved the record since the form was filled. */
export type Conflict<Values, Field extends string> = {
  problem: ApiProblem
  theirs: Values
  theirVersion: number
  /** The fields that both changed, each to something else. */
  contested: readonly Field[]
}

/** What is stored, as the form holds it. */
export type Stored<Values> = { values: Values; version: number }

export type RecordFormOptions<Values, Field extends string> = Stored<Values> & {
  /** How a field is found in the values; each under its own name unless said otherwise. */
  access?: FieldAccess<Values, Field>
  /** Keeps what is unsaved in the browser under this key, and begins with what is kept there. */
  draftKey?: string
  /**
   * What is stored may change while the form is open. 'untouched': the form shows it unless something is typed.
   * 'merged': it also goes under what is typed, unless both changed the same field; then the next save asks.
   */
  follows?: 'untouched' | 'merged'
  isSaving?: boolean
}

export type RecordForm<Values extends FieldValues, Field extends string = keyof Values & string> = ReturnType<
  typeof useRecordForm<Values, Field>
>

/** A form over a stored record. Only what this person changed is sent, so that a save takes nothing back. */
export function useRecordForm<Values extends FieldValues, Field extends string = keyof Values & string>(
  options: RecordFormOptions<Values, Field>,
) {
  const { values: stored, version: storedVersion, draftKey, follows, isSaving = false } = options
  const [access] = useState(() => options.access ?? fieldsAt<Values, Field>(Object.keys(stored) as Field[]))
  const [draft] = useState(() => (draftKey === undefined ? undefined : readDraft(draftKey)))
  const form = useForm<Values>({ defaultValues: stored as DefaultValues<Values> })
  // A draft builds on the version that it was typed on, so that a save notices what happened since.
  const [base, setBase] = useState<Stored<Values>>({
    values: stored,
    version: draft?.version ?? storedVersion,
  })
  const latest = useRef(base)
  // What was stored when an older draft was typed is not known any more.
  const isBaseKnown = useRef(draft === undefined || draft.version === storedVersion)
  const [conflict, setConflict] = useState<Conflict<Values, Field>>()
  const [mine, setMine] = useState<readonly Field[]>([])
  const [restoredAt, setRestoredAt] = useState(draft?.at)

  const buildOn = (next: Stored<Values>) => {
    latest.current = next
    setBase(next)
  }
  const changedFields = () => differingFields(access, form.getValues(), latest.current.values)
  const buildAnew = (next: Stored<Values>) => {
    isBaseKnown.current = true
    buildOn(next)
    form.reset(next.values)
  }
  /** What is typed stands on what is stored now. */
  const rebase = (next: Stored<Values>, typed: Values) => {
    buildAnew(next)
    form.reset(typed, { keepDefaultValues: true })
  }
  /** Shows what is stored: nothing is changed then. */
  const fill = (next: Stored<Values>) => {
    buildAnew(next)
    setConflict(undefined)
    setRestoredAt(undefined)
  }

  useEffect(() => {
    if (!draft) return
    form.reset(access.withDraft(latest.current.values, draft.fields), { keepDefaultValues: true })
  }, [draft, form, access])

  useAfterRender(() => {
    const { version, values } = latest.current
    if (follows === undefined || storedVersion < version) return
    // Some values change without a version, as the next number of a series does when a document takes one.
    if (storedVersion === version && differingFields(access, values, stored).length === 0) return
    const next = { values: stored, version: storedVersion }
    const typed = form.getValues()
    const changed = changedFields()
    const mayMerge = follows === 'merged' && isBaseKnown.current && !isSaving && !conflict
    if (changed.length === 0) fill(next)
    else if (mayMerge && contestedFields(access, { base: values, typed, theirs: stored }).length === 0)
      rebase(next, access.merged(stored, typed, changed))
  })

  const giveUpDraft = useKeptDraft({
    key: draftKey,
    version: base.version,
    unsaved: () => ({
      version: latest.current.version,
      fields: access.toDraft(form.getValues(), changedFields()),
    }),
    onTyping: typed => form.subscribe({ formState: { values: true }, callback: typed }),
  })

  /** A save was refused with 412: finds where both changed the same field. */
  const meet = (problem: ApiProblem, theirs: Stored<Values>, fieldOf: (path: string) => Field | null) => {
    const contested = contestedFields(
      access,
      { base: latest.current.values, typed: form.getValues(), theirs: theirs.values },
      problem.problem.changes?.map(change => fieldOf(change.field)),
    )
    const met = { problem, theirs: theirs.values, theirVersion: theirs.version, contested }
    setMine(contested)
    setConflict(met)
    return met
  }
  /** What they saved becomes what the form builds on; of the contested fields only the chosen stay as typed. The conflict stays until it is closed or the save went well. */
  const settle = (settled = conflict) => {
    if (!settled) return
    const { theirs, theirVersion, contested } = settled
    const kept = changedFields().filter(field => !contested.includes(field) || mine.includes(field))
    rebase({ values: theirs, version: theirVersion }, access.merged(theirs, form.getValues(), kept))
  }
  /** A save went well: what was typed while it was under way is not stored yet. */
  const saved = (sent: Values, next: Stored<Values>) => {
    const typed = structuredClone(form.getValues())
    const since = differingFields(access, typed, sent)
    fill(next)
    if (since.length > 0) rebase(next, access.merged(next.values, typed, since))
  }
  /**
   * Saves what was changed. What two people changed in different fields is kept of both; only the same field
   * needs a choice: then it throws, as for every other refusal, and the conflict is there.
   */
  const save = async <Reply>({ send, read, fieldOf }: Saving<Values, Field, Reply>): Promise<Reply> => {
    const sent = structuredClone(form.getValues())
    try {
      const reply = await send(sent, changedFields(), latest.current.version)
      const now = read(reply)
      if (now) saved(sent, now)
      return reply
    } catch (error) {
      if (!isProblem(error, 'changed_meanwhile')) throw error
      const theirs = read(error.problem.current as Reply)
      if (!theirs) throw error
      const met = meet(error, theirs, fieldOf)
      if (met.contested.length > 0) throw error
      settle(met)
      setConflict(undefined)
      return save({ send, read, fieldOf })
    }
  }
  return {
    form,
    /** Whether the form has been set up: it draws whoever uses it a second time then, so fields wait for that. */
    isReady: form.formState.isReady,
    /** What the form was filled from: a save builds on that version. */
    base,
    version: () => latest.current.version,
    changedFields,
    valueAt: access.valueAt,
    fill,
    conflict,
    mine,
    meet,
    settle,
    saved,
    save,
    choose: (field: Field, isMine: boolean) =>
      setMine(before => [...before.filter(one => one !== field), ...(isMine ? [field] : [])]),
    /** This person changed something beside the form. A gap means that somebody else saved too: the next save shall notice. */
    stepTo: (next: number | null) => {
      if (next === latest.current.version + 1) buildOn({ ...latest.current, version: next })
    },
    /** This person changed fields of the record beside the form: what is typed elsewhere goes on top of it. */
    stepOn: (next: Stored<Values>) => {
      if (next.version === latest.current.version + 1)
        rebase(next, access.merged(next.values, form.getValues(), changedFields()))
    },
    closeConflict: () => setConflict(undefined),
    /** When what a reload or a crash brought back was typed: ISO 8601. */
    restoredAt,
    giveUpDraft,
  }
}

export type Saving<Values, Field extends string, Reply> = {
  send: (sent: Values, changed: readonly Field[], version: number) => Promise<Reply>
  /** What is stored, of a reply or of what the refusal says is current. */
  read: (reply: Reply) => Stored<Values> | null
  fieldOf: (path: string) => Field | null
}

/** After each render: what kept the form from showing what is stored may have gone. */
function useAfterRender(act: () => void) {
  useEffect(act)
}
