import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { FormDate } from './DateField.tsx'

function Etd({ onForm }: { onForm: (save: () => Promise<boolean>) => void }) {
  const form = useForm<{ etd: string | null }>({ defaultValues: { etd: null } })
  onForm(() => form.trigger('etd'))
  return <FormDate control={form.control} name="etd" label="ETD" />
}

const etd = () => screen.getByLabelText<HTMLInputElement>('ETD')
const enter = (text: string) => {
  fireEvent.focus(etd())
  fireEvent.change(etd(), { target: { value: text } })
  fireEvent.blur(etd())
}

test('a field that was refused is well again as soon as it is corrected, without another save', async () => {
  let save = () => Promise.resolve(true)
  render(
    <MantineProvider env="test">
      <Etd
        onForm={next => {
          save = next
        }}
      />
    </MantineProvider>,
  )
  enter('5 decem 26 x')
  let isGood: boolean | undefined
  await act(async () => {
    isGood = await save()
  })
  expect(isGood).toBe(false)
  expect(etd().getAttribute('aria-invalid')).toBe('true')
  enter('5 dec 2026')
  expect(etd().value).toBe('2026-12-05')
  expect(etd().hasAttribute('aria-invalid')).toBe(false)
})
