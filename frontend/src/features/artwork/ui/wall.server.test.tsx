import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Wall } from './wall'

vi.mock('next/navigation', () => ({ useRouter: () => ({ push() {} }) }))

test('the wall is rendered where there is no window', () => {
  expect(
    renderToString(
      <Wall lang="en" slug="gyre-4" offered={[]}>
        The work
      </Wall>,
    ),
  ).toContain('The work')
})
