import { lazy, Suspense, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { PortType } from '#contract/ports.ts'
import { nameOr } from '#web/lib/format.ts'
import { useJobFormContext } from './job-form.ts'
import { jobFieldLabels } from '#contract/jobs.ts'
import { LinkField } from './LinkField.tsx'

const PortPicker = lazy(async () => ({ default: (await import('#web/ports/PortPicker.tsx')).PortPicker }))

/** Each place that a port can have decides which pair of the quote's fields is set: its id and its name. */
const pairs = {
  Loading: { id: 'loadingPortId', name: 'loadingPort' },
  Via: { id: 'viaPortId', name: 'viaPort' },
  Discharge: { id: 'dischargePortId', name: 'dischargePort' },
  Destination: { id: 'destinationPortId', name: 'destinationPort' },
} as const satisfies Record<PortType, { id: string; name: string }>

export function PortField({ portType, disabled }: { portType: PortType; disabled: boolean }) {
  const { form } = useJobFormContext()
  const [isChoosing, setIsChoosing] = useState(false)
  const pair = pairs[portType]
  const label = jobFieldLabels[`quote.${pair.id}`]
  const [id, name] = useWatch({ control: form.control, name: [`quote.${pair.id}`, `quote.${pair.name}`] })

  const set = (portId: string | null, portName: string | null) => {
    form.setValue(`quote.${pair.id}`, portId, { shouldDirty: true })
    form.setValue(`quote.${pair.name}`, portName, { shouldDirty: true })
  }

  const shown = id && (
    <span className="link-field__value" title={nameOr(name)}>
      {nameOr(name)}
    </span>
  )

  return (
    <LinkField
      label={label}
      field={`quote.${pair.id}`}
      value={shown || null}
      disabled={disabled}
      onAdd={() => setIsChoosing(true)}
      onRemove={() => set(null, null)}
    >
      {isChoosing && (
        <Suspense>
          <PortPicker
            portType={portType}
            onClose={() => setIsChoosing(false)}
            onChosen={port => {
              setIsChoosing(false)
              set(port.id, port.name)
            }}
          />
        </Suspense>
      )}
    </LinkField>
  )
}
