import { expect, test, vi } from 'vitest'
import { listDrops, readDrop } from './phases-calls'

const asked: { name: string; signedIn: boolean }[] = []
const draft = (id: number) => ({
  id: String(id),
  drop: {
    id: String(id),
    slug: `drop-${id}`,
    title: `Drop ${id}`,
    startsAt: '2190-01-01T00:00:00Z',
    endsAt: null,
  },
  artworks: [{ id: '1' }, { id: '2' }],
})
const replies: Record<string, (page: number) => object> = {
  DropsInPreparation: (page) => ({ contentEntries: { items: [draft(10 - page)], pageCount: 2 } }),
  DeskDrops: (page) => ({
    drops: { items: [{ id: '1', title: 'Now', status: 'LIVE', artworkCount: 3 }], page, pageCount: 2 },
  }),
  DeskDrop: () => ({ contentEntry: { ...draft(9), status: 'DRAFT' } }),
}
vi.mock('@/lib/apollo/browser', () => ({
  browserClient: () => ({
    query: async ({ query, variables, context }: Query) => {
      const name = query.definitions[0]!.name.value
      asked.push({ name, signedIn: context.signedIn ?? false })
      return { data: replies[name]!(variables.page ?? 1) }
    },
  }),
}))
interface Query {
  query: { definitions: { name: { value: string } }[] }
  variables: { page?: number }
  context: { signedIn?: boolean }
}
const { signal } = new AbortController()

test('drops in preparation come first, with all their artworks counted', async () => {
  const first = await listDrops(1, signal)
  expect(first.items.map(({ id, status, artworkCount }) => [id, status, artworkCount])).toEqual([
    ['9', 'DRAFT', 2],
    ['8', 'DRAFT', 2],
    ['1', 'LIVE', 3],
  ])
  expect(first.pageCount).toBe(2)
  const second = await listDrops(2, signal)
  expect(second.items.map(({ id }) => id)).toEqual(['1'])
  // Only staff read drafts.
  expect(asked.filter(({ name }) => name === 'DropsInPreparation').every(({ signedIn }) => signedIn)).toBe(
    true,
  )
})

test('the phases of a drop in preparation can be read', async () => {
  expect(await readDrop('9', signal)).toMatchObject({
    id: '9',
    isPublished: false,
    works: [{ id: '1' }, { id: '2' }],
  })
  expect(asked.at(-1)).toEqual({ name: 'DeskDrop', signedIn: true })
})
