// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { CertificateRecord } from './certificate-record'

vi.mock('../provenance', () => ({ historyOf: async () => [] }))

test.each([
  ['?edition=12', '?edition=12'],
  ['?edition=26', '?edition=1'],
  ['', '?edition=1'],
])('the certificate at %s is the one at %s', async (address, becomes) => {
  history.replaceState(null, '', `/${address}`)
  const record = <CertificateRecord artworkId="7" editionSize={25} chainId={1} />
  const container = document.createElement('div')
  container.innerHTML = renderToString(record)
  const root = await act(async () => hydrateRoot(container, record))
  expect(location.search).toBe(becomes)
  expect(container.textContent).toContain(`Edition ${becomes.split('=')[1]} of 25`)
  act(() => root.unmount())
})
