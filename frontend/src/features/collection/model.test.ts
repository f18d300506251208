import { expect, test } from 'vitest'
import {
  cancellableWith,
  chunks,
  isCancellable,
  isNew,
  leaving,
  newestByToken,
  outOfSight,
  pageOf,
  pollInterval,
  type Token,
  type Withdrawal,
  withdrawalSentence,
  withStatus,
  workOf,
} from './model'

const withdrawal = (change: Partial<Withdrawal>) =>
  ({
    id: 'w',
    tokenId: '24000003',
    to: '0x',
    status: 'isWithdrawalAwaitingApproval',
    chainId: 31337,
    ...change,
  }) as Withdrawal

test('a status is set, or added if the token has none', () => {
  const one = withStatus([], '1', 'isWithdrawalAwaitingApproval')
  expect(one).toEqual([{ tokenId: '1', withdrawTokenStatus: 'isWithdrawalAwaitingApproval' }])
  expect(withStatus(one, '1', 'withdrawalTransactionConfirmed')).toEqual([
    { tokenId: '1', withdrawTokenStatus: 'withdrawalTransactionConfirmed' },
  ])
  expect(withStatus(one, '2', 'withdrawalTransactionInProgress')).toHaveLength(2)
})

test('a token is new for half an hour', () => {
  const now = Date.parse('2026-11-27T12:00:00Z')
  const times = ['2026-11-27T11:59:00Z', '2026-11-27T11:29:00Z', null]
  expect(times.map((acquiredAt) => isNew({ acquiredAt }, now))).toEqual([true, false, false])
})

test('a number names its work and edition', () => {
  expect(workOf('90000001')).toEqual({ artworkId: '90', edition: 1 })
  expect(workOf('24010000')).toEqual({ artworkId: '24', edition: 10_000 })
})

test('the newest withdrawal of a token counts', () => {
  const newest = newestByToken([withdrawal({ id: 'b' }), withdrawal({ id: 'a', status: 'cancelled' })])
  expect(newest.get('24000003')?.id).toBe('b')
})

test('each state has a text, a waiting time its end', () => {
  const statuses = [
    'isWithdrawalAwaitingApproval',
    'withdrawalTransactionInProgress',
    'withdrawalTransactionConfirmed',
    'rejected',
    'expired',
    'cancelled',
    'failed',
  ] as const
  const words = statuses.map((status) => withdrawalSentence(withdrawal({ status }), () => 'noon'))
  expect(new Set(words).size).toBe(statuses.length)
  const cooling = withdrawal({ status: 'withdrawalTransactionInProgress', notBefore: '2026-11-22T00:00:00Z' })
  expect(withdrawalSentence(cooling, () => 'noon')).toContain('after noon')
  const checked = withdrawal({ status: 'withdrawalTransactionInProgress', inReview: true })
  expect(withdrawalSentence(checked, () => 'noon')).toContain('Our team checks it first')
  expect(isCancellable(checked)).toBe(true)
  const refused = withdrawal({ status: 'failed', reason: 'review_rejected' })
  expect(withdrawalSentence(refused, () => 'noon')).toContain('still in our vault')
  expect(isCancellable(cooling)).toBe(true)
  expect(isCancellable({ ...cooling, transactionHash: '0xab' })).toBe(false)
})

test('a withdrawal that failed says why, in the words for the reasons that the server has', () => {
  const words = (reason: Withdrawal['reason']) =>
    withdrawalSentence(withdrawal({ status: 'failed', reason }), () => '')
  expect(words('target_refuses')).toContain('doesn’t accept tokens')
  expect(words('token_frozen')).toContain('reviewing the payment')
  expect(words('not_in_vault')).toContain('isn’t in our vault')
  expect(words('not_in_vault')).not.toContain('request it again')
  expect(words('gift_waiting')).toContain('take the gift back')
  expect(words('withdrawal_pending')).toContain('already in progress')
  expect(words('transfer_reverted')).toContain('request it again')
})

test('chunks', () => {
  expect(chunks([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
})

test('a live work opens as the edition that is owned', () => {
  expect(pageOf('en', 'w-64', 3, true)).toBe('/en/artworks/w-64/?edition=3')
  expect(pageOf('en', 'w-64', 1, true)).toBe('/en/artworks/w-64/')
  expect(pageOf('en', 'w-64', 3, false)).toBe('/en/artworks/w-64/')
})

test('a wallet account is asked for a signature, not to look for a mail', () => {
  expect(withdrawalSentence(withdrawal({}), () => 'noon')).toContain('emailed')
  expect(withdrawalSentence(withdrawal({}), () => 'noon', true)).toContain('sign it with your wallet')
})

test('tokens withdrawn to an unlinked wallet are counted until they show up or return', () => {
  const gone = withdrawal({ status: 'withdrawalTransactionConfirmed' })
  expect(outOfSight([gone], [])).toBe(1)
  expect(outOfSight([gone], [{ tokenId: gone.tokenId }])).toBe(0)
  expect(outOfSight([withdrawal({})], [])).toBe(0)
  expect(outOfSight([{ ...gone, giftOrder: 'o' }], [])).toBe(0)
  const sent = withdrawal({ status: 'withdrawalTransactionInProgress' })
  expect(outOfSight([sent], [], 'withdrawalTransactionInProgress')).toBe(1)
  expect(outOfSight([sent], [])).toBe(0)
  // Only how the last one ended counts.
  expect(outOfSight([withdrawal({ status: 'rejected' }), gone], [])).toBe(0)
})

test('a collection is read every minute, or at the pace of the settings while a withdrawal moves', () => {
  expect([pollInterval(false, 5), pollInterval(true, 5)]).toEqual([60_000, 5_000])
})

const token = (tokenId: string, change: Partial<Token> = {}) =>
  ({
    tokenId,
    chainId: 1,
    location: 'vault',
    status: 'minted',
    giftOrder: '',
    frozen: false,
    ...change,
  }) as Token

test('everything that can be withdrawn is, and the rest says why it stays', () => {
  const moving = new Map([
    ['5', withdrawal({ tokenId: '5' })],
    ['6', withdrawal({ tokenId: '6', status: 'failed' })],
  ])
  const { go, stay } = leaving(
    [
      token('1'),
      token('2', { status: 'minting' }),
      token('3', { giftOrder: 'o' }),
      token('4', { frozen: true }),
      token('5'),
      token('6'),
      token('7', { chainId: 100 }),
      token('8', { location: 'wallet' }),
    ],
    moving,
  )
  expect(go.map(({ tokenId }) => tokenId)).toEqual(['1', '6'])
  expect(stay.map(({ token, why }) => [token.tokenId, why])).toEqual([
    ['2', 'not_in_vault'],
    ['3', 'gift_waiting'],
    ['4', 'token_frozen'],
    ['5', 'withdrawal_pending'],
    ['7', 'other_network'],
  ])
  expect(leaving([], new Map())).toEqual({ go: [], stay: [] })
})

test('one request takes a hundred works', () => {
  const all = Array.from({ length: 103 }, (_, index) => token(String(index)))
  const { go, stay } = leaving(all, new Map())
  expect(go).toHaveLength(100)
  expect(stay.map(({ why }) => why)).toEqual(['next_round', 'next_round', 'next_round'])
})

test('works requested together can be cancelled together until they are sent', () => {
  const all = [
    withdrawal({ id: 'a', batchId: 'b' }),
    withdrawal({ id: 'b', batchId: 'b', status: 'withdrawalTransactionInProgress', transactionHash: '0x' }),
    withdrawal({ id: 'c', batchId: 'b', status: 'withdrawalTransactionInProgress' }),
    withdrawal({ id: 'd', giftOrder: 'o' }),
    withdrawal({ id: 'e', batchId: 'other' }),
  ]
  expect(cancellableWith(all[0]!, all).map(({ id }) => id)).toEqual(['a', 'c'])
  expect(cancellableWith(all[3]!, all)).toEqual([])
  expect(cancellableWith(all[4]!, all).map(({ id }) => id)).toEqual(['e'])
})
