import { Button } from '@mantine/core'
import { lazy, Suspense, useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { PortType } from '#contract/ports.ts'
import { useJobFormContext } from './job-form.ts'
import { jobFieldLabels } from './job-values.ts'

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
  const labelId = useId()
  const pair = pairs[portType]
  const label = jobFieldLabels[`quote.${pair.id}`]
  const [id, name] = useWatch({ control: form.control, name: [`quote.${pair.id}`, `quote.${pair.name}`] })

  const set = (portId: string | null, portName: string | null) => {
    form.setValue(`quote.${pair.id}`, portId, { shouldDirty: true })
    form.setValue(`quote.${pair.name}`, portName, { shouldDirty: true })
  }

  return (
    <div className="link-field" role="group" aria-labelledby={labelId}>
      <span id={labelId} className="link-field__label">
        {label}
      </span>
      <div className="link-field__row">
        <span
          className={id ? 'link-field__value' : 'link-field__value link-field__value--none'}
          title={name ?? ''}
        >
          {id ? (name ?? '(unnamed)') : 'None'}
        </span>
        {!disabled && (
          <>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Add ${label}`}
              onClick={() => setIsChoosing(true)}
            >
              Add
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Remove ${label}`}
              disabled={!id}
              onClick={() => set(null, null)}
            >
              Remove
            </Button>
          </>
        )}
      </div>
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
    </div>
  )
}
