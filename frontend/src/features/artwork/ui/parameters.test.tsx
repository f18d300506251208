// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Parameters } from './parameters'

afterEach(cleanup)

test('the parameters that are the same for all editions are the artist’s', () => {
  render(
    <Parameters
      parameters={[
        { name: 'headScale', value: '1.1', varies: '0.95 to 1.25' },
        { name: 'inkColor', value: 'andes', varies: null },
        { name: 'bias', value: null, varies: '1 to 2' },
      ]}
    />,
  )
  expect(screen.getByRole('heading').textContent).toBe('Chosen by the artist')
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['andes'])
  expect(screen.getByText('Ink color')).toBeDefined()
})

test('a work that was uploaded as a page has no parameters', () => {
  const { container } = render(<Parameters parameters={[]} />)
  expect(container.innerHTML).toBe('')
})
