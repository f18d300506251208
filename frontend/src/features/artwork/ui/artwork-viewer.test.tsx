// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ArtworkViewer } from './artwork-viewer'

vi.mock('next/navigation', () => ({ useRouter: () => ({ push() {} }) }))

// It draws on a canvas, which jsdom doesn't have.
vi.mock('./magnifier', () => ({ Magnifier: () => null }))

afterEach(cleanup)

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
