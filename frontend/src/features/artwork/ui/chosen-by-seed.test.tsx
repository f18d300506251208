// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { reportChosen } from '../live-chosen'
import { ChosenBySeed } from './chosen-by-seed'

afterEach(cleanup)

const hash = (digit: string) => `0x${digit.repeat(64)}`
const varying = [
  { name: 'bias', value: null, varies: '1 to 2' },
  { name: 'headScale', value: '1.1', varies: '0.95 to 1.25' },
]
const rows = () => screen.getAllByRole('definition').map(({ textContent }) => textContent)

test('before the work has drawn an edition, only the possible values are shown', () => {
  render(<ChosenBySeed varying={varying} hash={hash('1')} />)
  expect(rows()).toEqual(['1 to 2', '0.95 to 1.25'])
  expect(screen.getByText(/^Run the work live/)).toBeDefined()
})

test('what the work reports is shown for its edition only, with parameters that are chosen together', () => {
  const view = render(<ChosenBySeed varying={varying} hash={hash('2')} />)
  act(() =>
    reportChosen(
      hash('2'),
      new Map([
        ['headScale', '1.07'],
        ['bias', '1.4'],
        ['shape', 'page'],
      ]),
    ),
  )
  expect(rows()).toEqual(['1.4from 1 to 2', '1.07from 0.95 to 1.25', 'page'])
  expect(screen.queryByText(/^Run the work live/)).toBeNull()
  view.rerender(<ChosenBySeed varying={varying} hash={hash('3')} />)
  expect(rows()).toEqual(['1 to 2', '0.95 to 1.25'])
})

test('a work without named parameters has no list', () => {
  const { container } = render(<ChosenBySeed varying={[]} hash={hash('4')} />)
  expect(container.innerHTML).toBe('')
})
