import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderPart } from '#web/ui/test-render.tsx'
import { LinkField } from './LinkField.tsx'

const states = {
  Chosen: { value: 'Maas', isWorking: false },
  'Under way': { value: 'Maas', isWorking: true },
  None: { value: null, isWorking: false },
}

test('a button that was pressed keeps the focus while its work is under way, and does nothing meanwhile', () => {
  const onAdd = vi.fn<() => void>()
  const onRemove = vi.fn<() => void>()
  function Field() {
    const [state, setState] = useState<keyof typeof states>('Chosen')
    return (
      <>
        {(Object.keys(states) as (keyof typeof states)[]).map(name => (
          <button key={name} type="button" onClick={() => setState(name)}>
            {name}
          </button>
        ))}
        <LinkField
          label="Shipper"
          field="shipper"
          {...states[state]}
          disabled={false}
          onAdd={onAdd}
          onRemove={onRemove}
        />
      </>
    )
  }
  renderPart(<Field />)
  const button = (name: string) => screen.getByRole('button', { name })
  for (const name of ['Add Shipper', 'Remove Shipper']) {
    fireEvent.click(button('Chosen'))
    button(name).focus()
    fireEvent.click(button(name))
    fireEvent.click(button('Under way'))
    expect(button(name).getAttribute('aria-disabled')).toBe('true')
    button(name).focus()
    expect(document.activeElement).toBe(button(name))
    fireEvent.click(button(name))
  }
  expect([onAdd.mock.calls.length, onRemove.mock.calls.length]).toEqual([1, 1])
  fireEvent.click(button('None'))
  expect(document.activeElement).toBe(button('Remove Shipper'))
  fireEvent.click(button('Remove Shipper'))
  expect(onRemove).toHaveBeenCalledTimes(1)
})
