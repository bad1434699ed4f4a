import { expect, test } from 'vitest'
import { announceSignOut, followSignOut, hasSessionEnded } from './session-end.ts'

test('a sign-out in another tab ends this page at once and discards what it has kept meanwhile', () => {
  let told = 0
  followSignOut(() => {
    told += 1
  })
  localStorage.setItem('lading:draft:job', '{"name":"typed while the question stood"}')
  sessionStorage.setItem('lading:draft:text:etd', '5 dec')
  window.dispatchEvent(new StorageEvent('storage', { key: 'another', newValue: '1' }))
  expect([told, hasSessionEnded()]).toEqual([0, false])
  window.dispatchEvent(new StorageEvent('storage', { key: 'lading:signed-out', newValue: '1' }))
  expect([told, hasSessionEnded()]).toEqual([1, true])
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
})

test('telling the other tabs leaves nothing behind', () => {
  announceSignOut()
  expect(localStorage.length).toBe(0)
})
