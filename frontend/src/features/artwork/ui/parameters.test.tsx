// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Parameters } from './parameters'

afterEach(cleanup)

test('what the seed chooses stands apart from what the artist chose', () => {
  render(
    <Parameters
      parameters={[
        { name: 'headScale', value: '1.1', varies: '0.95 to 1.25' },
        { name: 'palette', value: 'andes', varies: null },
        { name: 'bias', value: null, varies: '1 to 2' },
      ]}
    />,
  )
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Chosen by the seed',
    'Chosen by the artist',
  ])
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '0.95 to 1.25',
    '1 to 2',
    'andes',
  ])
  expect(screen.getByText('Head scale')).toBeDefined()
})

test('a work that was uploaded as a page has no parameters', () => {
  const { container } = render(<Parameters parameters={[]} />)
  expect(container.innerHTML).toBe('')
})
