import { useCallback, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type PathValue, useForm } from 'react-hook-form'
import type { ApiProblem } from '#web/lib/problem.ts'

/** Somebody saved the record since the form was filled. */
export type Conflict<Values> = {
  problem: ApiProblem
  theirs: Values
  theirVersion: number
  /** The fields that both changed, each to something else. */
  contested: readonly (keyof Values)[]
}

export type RecordForm<Values extends FieldValues> = ReturnType<typeof useRecordForm<Values>>

type Standing<Values> = { values: Values; version: number; fieldOf: (path: string) => keyof Values | null }

const differ = (one: unknown, other: unknown) => (one ?? '') !== (other ?? '')

/** A form over a stored record. Only what this person changed is sent, so that a save takes nothing back. */
export function useRecordForm<Values extends FieldValues>(stored: Values, storedVersion: number) {
  const form = useForm<Values>({ defaultValues: stored as DefaultValues<Values> })
  const base = useRef(stored)
  const version = useRef(storedVersion)
  const [conflict, setConflict] = useState<Conflict<Values>>()
  const [mine, setMine] = useState<readonly (keyof Values)[]>([])

  const changedFields = (): (keyof Values)[] => {
    const typed = form.getValues()
    return Object.keys(base.current).filter(field => differ(typed[field], base.current[field]))
  }
  /** Shows what is stored: nothing is changed then. */
  const fill = useCallback(
    (values: Values, ofVersion: number) => {
      base.current = values
      version.current = ofVersion
      form.reset(values)
      setConflict(undefined)
    },
    [form],
  )
  /** A save was refused with 412: finds where both changed the same field. */
  const meet = (
    problem: ApiProblem,
    { values: theirs, version: theirVersion, fieldOf }: Standing<Values>,
  ) => {
    const typed = form.getValues()
    const othersChanged = new Set(problem.problem.changes?.map(change => fieldOf(change.field)))
    const contested = changedFields().filter(
      field =>
        differ(theirs[field], typed[field]) &&
        (othersChanged.has(field) || differ(theirs[field], base.current[field])),
    )
    const met = { problem, theirs, theirVersion, contested }
    setMine(contested)
    setConflict(met)
    return met
  }
  /** What they saved becomes what the form builds on; of the contested fields only the chosen stay as typed. */
  const settle = (settled = conflict) => {
    if (!settled) return
    const typed = form.getValues()
    const kept = changedFields().filter(field => !settled.contested.includes(field) || mine.includes(field))
    fill(settled.theirs, settled.theirVersion)
    for (const field of kept as Path<Values>[])
      form.setValue(field, typed[field] as PathValue<Values, Path<Values>>, { shouldDirty: true })
  }
  return {
    form,
    version,
    changedFields,
    fill,
    conflict,
    mine,
    meet,
    settle,
    choose: (field: keyof Values, isMine: boolean) =>
      setMine(before => [...before.filter(one => one !== field), ...(isMine ? [field] : [])]),
    /** This person changed something beside the form. A gap means that somebody else saved too: the next save shall notice. */
    stepTo: (next: number) => {
      if (next === version.current + 1) version.current = next
    },
    closeConflict: () => setConflict(undefined),
  }
}
