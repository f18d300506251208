// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ArtworkViewer } from './artwork-viewer'

vi.mock('next/navigation', () => ({ useRouter: () => ({ push() {} }) }))

// It draws on a canvas, which jsdom doesn't have.
vi.mock('./magnifier', () => ({ Magnifier: () => null }))

afterEach(() => {
  cleanup()
  window.innerWidth = 1024
})

function hang() {
  const { container } = render(
    <ArtworkViewer lang="en" slug="gyre-4" offered={[]}>
      <p>The work</p>
      <fieldset>
        <button type="button">Pause</button>
        still
      </fieldset>
    </ArtworkViewer>,
  )
  const wall = container.firstElementChild as HTMLElement
  return () => Number(wall.style.getPropertyValue('--scale'))
}

test('two quick zooms in are two steps, and two out show the whole work', async () => {
  const scale = hang()
  await userEvent.dblClick(screen.getByRole('button', { name: 'Zoom in' }))
  expect(scale()).toBeCloseTo(2.56)
  await userEvent.dblClick(screen.getByRole('button', { name: 'Zoom out' }))
  expect(scale()).toBe(1)
})

test('the controls of a work can be pressed repeatedly', async () => {
  const scale = hang()
  await userEvent.dblClick(screen.getByRole('button', { name: 'Pause' }))
  await userEvent.dblClick(screen.getByText('still'))
  await userEvent.dblClick(screen.getByRole('button', { name: 'Zoom in' }).parentElement!)
  expect(scale()).toBe(1)
})

test('a double click on the work zooms in and out', async () => {
  const scale = hang()
  await userEvent.dblClick(screen.getByText('The work'))
  expect(scale()).toBe(2.5)
  await userEvent.dblClick(screen.getByText('The work'))
  expect(scale()).toBe(1)
})

test('on a phone a zoomed work has a button that closes it and keeps the focus', async () => {
  window.innerWidth = 390
  const scale = hang()
  const button = screen.getByRole('button', { name: 'Full screen' })
  await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }))
  expect(scale()).toBe(2.5)
  expect(button.textContent).toBe('Close')
  await userEvent.click(button)
  expect(scale()).toBe(1)
  expect(button.textContent).toBe('Full screen')
  expect(document.activeElement).toBe(button)
})

test('turning the phone keeps the zoom', async () => {
  window.innerWidth = 390
  const scale = hang()
  await userEvent.dblClick(screen.getByText('The work'))
  window.innerWidth = 844
  act(() => void window.dispatchEvent(new Event('resize')))
  expect(scale()).toBe(2.5)
})

test('Tab stays on a work that covers the window', async () => {
  // jsdom has no layout, in which an element could be hidden.
  HTMLElement.prototype.checkVisibility = () => true
  hang()
  await userEvent.keyboard('f')
  const last = await screen.findByRole('button', { name: 'Leave full screen' })
  last.focus()
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('Pause')
  await userEvent.tab({ shift: true })
  expect(document.activeElement).toBe(last)
})
