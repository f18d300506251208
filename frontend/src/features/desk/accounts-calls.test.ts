import { afterEach, expect, test, vi } from 'vitest'
import { listAccounts } from './accounts-calls'

const account = (id: string) => ({ id, email: `${id}@example.org`, wallets: [] })
const read: string[] = []
afterEach(() => vi.unstubAllGlobals())

test('accounts and names are joined, and each is read once', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    read.push(`${pathname} ${searchParams}`)
    if (pathname.endsWith('/profiles'))
      return Response.json({
        items: searchParams.has('search')
          ? [
              { ownerId: 'both', name: 'Ada B' },
              { ownerId: 'named', name: 'Ada N' },
            ]
          : [{ ownerId: 'mailed', name: 'Mae' }],
      })
    return Response.json({
      items: searchParams.has('id')
        ? [account('named')]
        : [account('both'), account('mailed'), account('bare')],
      nextCursor: 'c2',
    })
  })
  const { items, nextCursor } = await listAccounts('ada', '')
  expect(items.map(({ id, name }) => [id, name])).toEqual([
    ['both', 'Ada B'],
    ['mailed', 'Mae'],
    ['bare', ''],
    ['named', 'Ada N'],
  ])
  expect(nextCursor).toBe('c2')
  expect(read).toHaveLength(4)
  expect(read).toContain('/api/desk/accounts id=named')
  expect(read).toContain('/api/desk/profiles ownerId=mailed&ownerId=bare')

  read.length = 0
  await listAccounts('ada', 'c2')
  expect(read.filter((call) => call.includes('/profiles search'))).toEqual([])
})
