import { expect, test } from 'vitest'
import { clearNotifications, dismiss, notify, useNotifications } from './store'

const now = () => useNotifications.getState().notifications

test('a notice has a made id, its key and whether it persists; navigations clear it in the end', () => {
  notify({ key: 'profile', message: 'Saved.' })
  notify({ key: 'order', message: 'Bought.', persist: true, kind: 'assent' })
  notify({ key: 'profile', message: 'Saved again.' })
  expect(now().map(({ key, message, persist }) => ({ key, message, persist }))).toEqual([
    { key: 'profile', message: 'Saved again.', persist: false },
    { key: 'order', message: 'Bought.', persist: true },
  ])
  expect(new Set(now().map(({ id }) => id)).size).toBe(2)
  clearNotifications()
  expect(now()).toMatchObject([{ key: 'order', persist: false }])
  clearNotifications()
  expect(now()).toEqual([])
})

test('dismissing shows the next', () => {
  notify({ key: 'a', message: 'First.' })
  notify({ key: 'b', message: 'Second.' })
  dismiss()
  expect(now()).toMatchObject([{ key: 'a' }])
  dismiss()
  expect(now()).toEqual([])
})
