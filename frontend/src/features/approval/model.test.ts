import { expect, test } from 'vitest'
import { type Approval, parseApproval } from './answer'
import { followUpOf, headingOf, outcomeOf, secretOf, untilLate } from './model'

const secret = 'Q1Ydm3VJxH0d8W0tq3oQm1yJt3o7l2yTqz6c7F_-abc'
const open: Approval = {
  kind: 'token_withdrawal',
  status: 'pending',
  summary: 'Send Long Furrow, #3 of 25 to wallet 0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  details: [],
  expiresAt: '2026-11-22T00:00:00Z',
  asks: 'owner',
  digest: '',
}

test('secrets are base64url', () => {
  expect(secretOf(`#${secret}`)).toBe(secret)
  for (const hash of ['', '#', '#main', '#../../etc/passwd/aaaaaaaaaaaaaaa', `#${'a'.repeat(201)}`])
    expect(secretOf(hash)).toBeNull()
})

test('every end has an outcome, an open request none', () => {
  expect(outcomeOf(open)).toBeNull()
  for (const status of ['approved', 'rejected', 'expired', 'cancelled'] as const) {
    expect(outcomeOf({ ...open, status })?.text).toMatch(/\.$/)
  }
  expect(outcomeOf({ ...open, decidedAt: '2026-11-21T00:00:00Z' })?.title).toContain('recorded')
})

test('the owner of a payout wallet is told of the second person, who is not', () => {
  const approved = { ...open, kind: 'payout_wallet_update', status: 'approved' as const }
  expect(outcomeOf(approved)?.text).toContain('second person')
  expect(outcomeOf({ ...approved, asks: 'approver' })?.text).not.toContain('second person')
  expect(outcomeOf({ ...open, status: 'approved' })?.text).not.toContain('second person')
})

test('a heading shortens an address only where the whole one is shown', () => {
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  expect(headingOf(open)).toBe(open.summary)
  expect(headingOf({ ...open, details: [{ label: 'To wallet', value: address }] })).toBe(
    'Send Long Furrow, #3 of 25 to wallet 0x7099…79C8',
  )
})

test('each kind is followed up where it is listed', () => {
  const payout = { ...open, kind: 'payout_wallet_update' }
  expect(followUpOf(open)[0]).toBe('withdrawals/')
  expect(followUpOf(payout)[0]).toBe('payout-wallet/')
  expect(followUpOf({ ...open, status: 'expired' })).toEqual(['collection/', 'Ask for the withdrawal again'])
  expect(followUpOf({ ...payout, status: 'expired' })).toEqual(['payout-wallet/', 'Ask for the wallet again'])
})

test('what was not decided in time says so, and who can ask again', () => {
  // The server gives what ended by itself a moment of decision, too.
  const late = { ...open, status: 'expired' as const, decidedAt: '2026-11-22T00:00:04Z' }
  expect(outcomeOf(late)?.title).toBe('Not approved in time')
  expect(outcomeOf(late)?.text).toContain('The token stays in the vault. You can ask again')
  expect(outcomeOf({ ...late, asks: 'approver' })?.text).toContain('The person who asked can ask again')
})

test('an open request is looked at again just after its end', () => {
  const end = new Date(open.expiresAt).getTime()
  expect(untilLate(open, end - 60_000)).toBe(60_500)
  expect(untilLate(open, end + 60_000)).toBe(5000)
  // A timer's longest wait; beyond it, it would fire at once.
  expect(untilLate(open, end - 90 * 86_400_000)).toBe(2_147_483_647)
})

test('an answer without optional parts is fine, a strange state is not', () => {
  expect(
    parseApproval({ kind: 'token_withdrawal', status: 'pending', summary: 's', expiresAt: open.expiresAt })
      .asks,
  ).toBe('owner')
  expect(() => parseApproval({ ...open, status: 'maybe' })).toThrow()
})
