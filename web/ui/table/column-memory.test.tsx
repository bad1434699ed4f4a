import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TableLayout } from '#contract/preferences.ts'
import { type LayoutStore, useColumnMemory } from './column-memory.ts'

const nothing: TableLayout = { widths: {}, visible: {}, order: [], comfortable: false }
const wide: TableLayout = { ...nothing, widths: { name: 300 } }
const high: TableLayout = { ...nothing, comfortable: true }

const keep = vi.fn<(layout: TableLayout) => void>()
function remember(kept: LayoutStore['kept']) {
  return renderHook(({ kept: now }) => useColumnMemory('ships', { kept: now, keep }), {
    initialProps: { kept },
  })
}

const pass = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })

beforeEach(() => {
  localStorage.clear()
  keep.mockClear()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

test('what this browser remembers is there at once, what the keeper has takes its place', () => {
  localStorage.setItem('ships', JSON.stringify(wide))
  const { result, rerender } = remember(undefined)
  expect(result.current[0]).toEqual(wide)
  rerender({ kept: high })
  expect(result.current[0]).toEqual(high)
  expect(JSON.parse(localStorage.getItem('ships') ?? '')).toEqual(high)
  vi.runAllTimers()
  expect(keep).not.toHaveBeenCalled()
})

test('the keeper is asked once, when the person has stopped', () => {
  const { result } = remember(null)
  act(() => result.current[1](before => ({ ...before, widths: { name: 200 } })))
  pass(700)
  act(() => result.current[1](before => ({ ...before, widths: { name: 300 } })))
  pass(700)
  expect(keep).not.toHaveBeenCalled()
  pass(200)
  expect(keep.mock.calls).toEqual([[wide]])
})

test('whoever leaves the table before that takes nothing back', () => {
  const { result, unmount } = remember(null)
  act(() => result.current[1](() => wide))
  unmount()
  expect(keep.mock.calls).toEqual([[wide]])
})

test('what was kept is not kept again on leaving', () => {
  const { result, unmount } = remember(null)
  act(() => result.current[1](() => wide))
  pass(1000)
  unmount()
  expect(keep).toHaveBeenCalledOnce()
})

test('what arrives while the person changes the table does not undo it', () => {
  const { result, rerender } = remember(undefined)
  act(() => result.current[1](() => wide))
  rerender({ kept: high })
  expect(result.current[0]).toEqual(wide)
})

test('a reset forgets all of it, at the keeper too', () => {
  const { result } = remember(wide)
  act(() => result.current[2]())
  expect(result.current[0]).toEqual(nothing)
  pass(1000)
  expect(keep.mock.calls).toEqual([[nothing]])
})

test('a memory that cannot be read is none', () => {
  localStorage.setItem('ships', '{not json')
  expect(remember(undefined).result.current[0]).toEqual(nothing)
})
