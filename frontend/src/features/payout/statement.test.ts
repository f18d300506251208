// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import type { Payout, Sale } from './model'
import { readStatement, statementOf } from './statement'

const sale = (change: Partial<Sale>): Sale => ({
  id: '1',
  artworkId: '7',
  artworkSlug: 'tide-7',
  artworkTitle: 'Tide',
  chainId: 1,
  disputed: false,
  editionNumber: 3,
  editionSize: 25,
  heldReason: '',
  paidWei: '100',
  partlyRefunded: false,
  paymentMethod: 'ether',
  payoutAddress: '0xabc',
  price: { amount: '16050', currency: 'USD' },
  share: null,
  shareBps: 8500,
  shareWei: '42500000000000001',
  soldAt: '2026-11-02T10:00:00Z',
  state: 'credited',
  transactionHash: '0x01',
  ...change,
})
const payout: Payout = {
  id: 'p',
  amount: '1000000000000000000',
  at: '2026-11-03T10:00:00Z',
  chainId: 100,
  payee: '0xdef',
  reason: '',
  status: 'confirmed',
  transactionHash: '0x02',
}
const coin = (chainId: number) => (chainId === 100 ? 'xDAI' : undefined)

test('amounts are exact, the oldest entry comes first', () => {
  const card = sale({
    id: '2',
    paymentMethod: 'card',
    share: { amount: '13643', currency: 'USD' },
    soldAt: '2026-11-01T10:00:00Z',
    state: 'held',
    heldReason: 'card',
    payoutAddress: '',
    transactionHash: '',
  })
  expect(statementOf([sale({}), card], [payout], coin).split('\r\n')).toEqual([
    '"Time","Kind","Artwork","Edition","Price","Currency of the price","Your share","Currency of your share","State","Wallet","Transaction"',
    '"2026-11-01T10:00:00Z","Sale","Tide","3/25","160.50","USD","136.43","USD","Sold by card: we hold your share until we pay out card sales","",""',
    '"2026-11-02T10:00:00Z","Sale","Tide","3/25","160.50","USD","0.042500000000000001","ETH","Credited to your payout wallet","0xabc","0x01"',
    '"2026-11-03T10:00:00Z","Payout","","","","","1","xDAI","Paid out","0xdef","0x02"',
    '',
  ])
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('a title is no formula: %j', (artworkTitle) => {
  expect(statementOf([sale({ artworkTitle })], [], coin)).toContain(`,"'${artworkTitle}",`)
})

test('quotes, commas and lines stay in their cell', () => {
  expect(statementOf([sale({ artworkTitle: 'a "b", c\nd' })], [], coin)).toContain(',"a ""b"", c\nd",')
})

test('every page is read, and an entry that moved to the next one counts once', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const page = Number(searchParams.get('page'))
    const [items, pageCount] =
      pathname === '/api/payouts'
        ? [[payout], 1]
        : [page === 1 ? [sale({ id: '1' }), sale({ id: '2' })] : [sale({ id: '2' }), sale({ id: '3' })], 2]
    return Response.json({ items, page, pageCount, totalCount: 3, sums: [], balances: [] })
  })
  const text = await (await readStatement(coin)).text()
  expect(text.match(/"Sale"/g)).toHaveLength(3)
  expect(text.match(/"Payout"/g)).toHaveLength(1)
  expect(asked.filter((url) => url.startsWith('/api/sales'))).toHaveLength(2)
  vi.unstubAllGlobals()
})
