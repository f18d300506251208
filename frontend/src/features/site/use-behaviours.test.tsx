// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { announceStart } from './start'
import { useSite } from './store'
import { useBehaviours } from './use-behaviours'

afterEach(cleanup)

test('the menu closes at a navigation that stays on the same path', () => {
  renderHook(() => useBehaviours('/en/artworks/', '/en/artworks/?page=2'))
  useSite.setState({ menuOpen: true })
  announceStart('/en/artworks/', 'push')
  expect(useSite.getState().menuOpen).toBe(false)
})

test('an interactive page is marked', () => {
  renderHook(() => useBehaviours('/en/', '/en/'))
  expect(document.documentElement.dataset.ready).toBe('awake')
})
