// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { dismiss, useNotifications } from '@/features/notifications/store'
import { endSession } from '@/lib/session/session'
import { useAuth } from '@/lib/session/store'
import { SessionNotices } from './session-notices'

const shown = () => useNotifications.getState().notifications.map(({ message }) => message)

afterEach(() => {
  cleanup()
  useNotifications.setState({ notifications: [] })
  useAuth.setState({ failures: 0, refused: false })
})

test('says once that the server ended the session', () => {
  const { rerender } = render(<SessionNotices />)
  act(() => endSession('refused'))
  expect(shown()).toEqual(['Your session has ended. Please log in again.'])
  // The notice doesn't write to the stored session.
  expect(localStorage.getItem('vitrine.auth')).toBeNull()
  dismiss()
  rerender(<SessionNotices />)
  expect(shown()).toEqual([])
})

test('shows no message when the visitor leaves', () => {
  render(<SessionNotices />)
  act(() => endSession())
  expect(shown()).toEqual([])
})

test('says that the gallery cannot be reached, until it can', () => {
  render(<SessionNotices />)
  expect(shown()).toEqual([])
  act(() => useAuth.setState({ failures: 1 }))
  act(() => useAuth.setState({ failures: 2 }))
  expect(shown()).toEqual(['We can’t reach the gallery right now. Retrying…'])
  act(() => useAuth.setState({ failures: 0 }))
  expect(shown()).toEqual([])
})
