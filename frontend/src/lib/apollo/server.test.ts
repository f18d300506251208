import { gql, type TypedDocumentNode } from '@apollo/client'
import { afterEach, expect, test, vi } from 'vitest'
import { read } from './server'

const curators: TypedDocumentNode<{ curators: { slug: string }[] }, Record<string, never>> = gql`
  query Curators { curators { slug } }
`
afterEach(() => vi.unstubAllGlobals())

test('a read is cached by Next.js under its tags', async () => {
  const fetched = vi.fn<(url: string, init: RequestInit & { next?: unknown }) => Promise<Response>>(
    async () => Response.json({ data: { curators: [{ __typename: 'Curator', slug: 'ada-1' }] } }),
  )
  vi.stubGlobal('fetch', fetched)
  const { curators: list } = await read(curators, {}, { tags: ['curators'] })
  expect(list).toMatchObject([{ slug: 'ada-1' }])
  await read(curators, {}, { tags: ['a', 'b'], revalidate: 3600 })
  expect(fetched.mock.calls.map(([url, { method, next }]) => ({ url, method, next }))).toEqual([
    {
      url: 'http://127.0.0.1:8080/graphql',
      method: 'POST',
      next: { tags: ['curators'], revalidate: 60 },
    },
    { url: 'http://127.0.0.1:8080/graphql', method: 'POST', next: { tags: ['a', 'b'], revalidate: 3600 } },
  ])
})
