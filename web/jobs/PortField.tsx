import { lazy, Suspense, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { jobFieldLabels } from '#contract/job-fields.ts'
import type { Job } from '#contract/jobs.ts'
import type { PortType } from '#contract/ports.ts'
import { unLocodeOf } from '#contract/port-rules.ts'
import { nameOr } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import { isProblem } from '#web/lib/problem.ts'
import { portLookup } from '#web/ports/queries.ts'
import { useUntakenText } from '#web/ui/form/once-taken.ts'
import { LookupField, type LookupHandle, LookupText } from '#web/ui/form/LookupField.tsx'
import { IconListSearch, IconX } from '#web/ui/icons.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { useJobFormContext } from './job-form.ts'
import { jobValues } from './job-values.ts'
import { ComparedWithMaster } from './OfMaster.tsx'
import { type ChosenPort, portPairs, usePlacePort } from './port-queries.ts'
import { UnsuitedPort } from './UnsuitedPort.tsx'
import { useMaster } from './use-master.ts'

const PortPicker = lazy(async () => ({ default: (await import('#web/ports/PortPicker.tsx')).PortPicker }))
const NewPortPicker = lazy(async () => ({
  default: (await import('#web/ports/NewPortPicker.tsx')).NewPortPicker,
}))

/** One port of the job. Setting it acts at once and can be undone, as with parties; Save has no part in it. */
export function PortField({ portType, disabled }: { portType: PortType; disabled: boolean }) {
  const { job, form, record, inTurn } = useJobFormContext()
  const place = usePlacePort(job.id)
  const master = useMaster()
  const mayCreate = useMay('ports:write')
  const handle = useRef<LookupHandle>(null)
  const [isChoosing, setIsChoosing] = useState(false)
  const [newName, setNewName] = useState<string>()
  /** What is on its way to the server. */
  const [sent, setSent] = useState<{ port: ChosenPort | null }>()
  const pair = portPairs[portType]
  const label = jobFieldLabels[`quote.${pair.id}`]
  useUntakenText({ label: `New ${label}`, text: newName ?? '' })
  const [id, name, mode] = useWatch({
    control: form.control,
    name: [`quote.${pair.id}`, `quote.${pair.name}`, 'quote.transportMode'],
  })
  const shown: ChosenPort | null = id ? { id, name } : null
  const existing = sent ? sent.port : shown

  const adopt = (stored: Job) => {
    record.stepOn({ values: jobValues(stored), version: stored.version })
    // A draft from before ports acted at once may hold another.
    form.setValue(`quote.${pair.id}`, stored.quote[pair.id])
    form.setValue(`quote.${pair.name}`, stored.quote[pair.name])
  }
  const put = async (port: ChosenPort | null, before: ChosenPort | null, mayUndo: boolean) => {
    setSent({ port })
    try {
      await inTurn(async () => adopt(await place.mutateAsync({ type: portType, port, before })))
      notify.done(
        port ? `${label}: ${nameOr(port.name)} added.` : `${label}: ${nameOr(before?.name)} removed.`,
        mayUndo ? { label: 'Undo', of: job.id, run: () => void put(before, port, false) } : undefined,
      )
    } catch (error) {
      if (isProblem(error, 'changed_meanwhile')) tellOther(port, error.problem.current as Job)
      else {
        notify.failedBecause(`${label} of job ${job.jobId} was not changed.`, error, {
          label: 'Try again',
          of: job.id,
          run: () => void put(port, before, mayUndo),
        })
      }
    }
    setSent(undefined)
  }
  const tellOther = (port: ChosenPort | null, theirs: Job) => {
    const theirId = theirs.quote[pair.id]
    const theirPort = theirId === null ? null : { id: theirId, name: theirs.quote[pair.name] }
    const state = theirPort ? `is ${nameOr(theirPort.name)} now` : 'is empty now'
    notify.failed(`${label} ${state}: somebody else changed it meanwhile.`, {
      label: port ? `Take ${nameOr(port.name)}` : 'Remove it',
      of: job.id,
      run: () => void put(port, theirPort, true),
    })
  }
  // The field may have been left before an answer came: the focus stays where it is.
  const take = (port: ChosenPort) => {
    if (port.id !== existing?.id) void put({ id: port.id, name: port.name }, existing, true)
  }
  const takeFromDialog = (port: ChosenPort) => {
    setIsChoosing(false)
    setNewName(undefined)
    handle.current?.focus()
    take(port)
  }
  const remove = () => void put(null, existing, true)
  const takeMasters = () => {
    const id = master?.quote[pair.id]
    void put(id ? { id, name: master?.quote[pair.name] ?? null } : null, existing, true)
  }

  const field = `quote.${pair.id}`
  if (disabled) {
    return (
      <div>
        <LookupText label={label} field={field}>
          {existing && nameOr(existing.name)}
        </LookupText>
        <UnsuitedPort portType={portType} id={existing?.id ?? null} />
      </div>
    )
  }
  return (
    <div>
      <LookupField
        ref={handle}
        label={label}
        field={field}
        noun="ports"
        value={existing && { name: nameOr(existing.name) }}
        find={portLookup(portType, mode)}
        isWholeCode={text => unLocodeOf(text) !== null}
        onTake={take}
        onCreate={mayCreate ? setNewName : undefined}
        onRemove={remove}
        actions={[
          {
            name: `Add ${label}`,
            text: 'Search in a table …',
            icon: <IconListSearch size={16} aria-hidden />,
            run: () => setIsChoosing(true),
          },
          ...(existing
            ? [
                {
                  name: `Remove ${label}`,
                  text: `Remove ${nameOr(existing.name)}`,
                  icon: <IconX size={16} aria-hidden />,
                  run: remove,
                },
              ]
            : []),
        ]}
      >
        {isChoosing && (
          <Suspense>
            <PortPicker portType={portType} onClose={() => setIsChoosing(false)} onChosen={takeFromDialog} />
          </Suspense>
        )}
        {newName !== undefined && (
          <Suspense>
            <NewPortPicker name={newName} onClose={() => setNewName(undefined)} onCreated={takeFromDialog} />
          </Suspense>
        )}
      </LookupField>
      <UnsuitedPort
        portType={portType}
        id={existing?.id ?? null}
        onTake={take}
        onSearch={() => setIsChoosing(true)}
      />
      {master && (
        <ComparedWithMaster
          own={existing?.id ?? null}
          master={master.quote[pair.id]}
          masterNumber={master.jobId}
          isKept={job.differs.includes(`quote.${pair.id}`)}
          text={() => nameOr(master.quote[pair.name])}
          onTake={takeMasters}
        />
      )}
    </div>
  )
}
