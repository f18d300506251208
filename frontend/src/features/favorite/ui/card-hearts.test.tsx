// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { nothing, useFavorites } from '../store'
import { CardHearts } from './card-hearts'

vi.mock('@/lib/session/use-session', () => ({ useSession: () => ({ status: 'anonymous', user: null }) }))

const place = (id: string, title: string) => <span key={id} data-heart={id} data-title={title} />

const page = (more: boolean) => (
  <>
    <div>
      {place('7', 'Slow Tide')}
      {more && place('8', 'Gyre')}
    </div>
    <CardHearts />
  </>
)

afterEach(() => {
  cleanup()
  useFavorites.setState(nothing)
})

test('each card has a heart, also one added later, and a removed card loses it', async () => {
  const { rerender } = render(page(false))
  const heart = await screen.findByRole('button', { name: 'Save Slow Tide' }, { timeout: 5000 })
  fireEvent.click(heart)
  expect(heart.getAttribute('aria-pressed')).toBe('true')
  expect(useFavorites.getState().items).toEqual([{ kind: 'artwork', id: '7' }])
  rerender(page(true))
  expect(await screen.findByRole('button', { name: 'Save Gyre' })).toBeTruthy()
  rerender(page(false))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save Gyre' })).toBeNull())
  expect(heart.getAttribute('aria-pressed')).toBe('true')
})
