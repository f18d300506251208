import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { ArtworkViewer } from './artwork-viewer'

vi.mock('next/navigation', () => ({ useRouter: () => ({ push() {} }) }))

test('the wall renders on the server', () => {
  expect(
    renderToString(
      <ArtworkViewer lang="en" slug="gyre-4" offered={[]}>
        The work
      </ArtworkViewer>,
    ),
  ).toContain('The work')
})
