import { expect, test } from 'vitest'
import { entrySentence } from '@/messages/approval-lists'
import type { Approval } from './calls'
import { followUpOf, headingOf, isOpen, outcomeOf, paceOf, requestHref, requestOf, secretOf } from './model'

const work = {
  title: 'Long Furrow',
  artistName: 'Adaeze Nwokolo',
  editionNumber: 3,
  editionSize: 25,
  imageUrl: '',
}
const secret = 'Q1Ydm3VJxH0d8W0tq3oQm1yJt3o7l2yTqz6c7F_-abc'
const open: Approval = {
  kind: 'token_withdrawal',
  status: 'pending',
  summary: 'Send Long Furrow, #3 of 25 to wallet 0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  details: [],
  expiresAt: '2026-11-22T00:00:00Z',
  asks: 'owner',
  digest: '',
  outcome: '',
  transactionHash: '',
  waitsFor: 'owner',
  works: [work],
  cancelledWorks: [],
  decidedAt: null,
  outcomeAt: null,
}
const payout: Approval = { ...open, kind: 'payout_wallet_update', works: [] }
const approved = { ...open, status: 'approved' as const, waitsFor: '' }

test('secrets are base64url', () => {
  expect(secretOf(`#${secret}`)).toBe(secret)
  for (const hash of ['', '#', '#main', '#../../etc/passwd/aaaaaaaaaaaaaaa', `#${'a'.repeat(201)}`])
    expect(secretOf(hash)).toBeNull()
})

test('an approver’s page names its request by id', () => {
  const id = '01a204a8-01cf-7030-ad11-e75bb9759cac'
  const href = requestHref('en', { id, kind: 'payout_wallet_update' as const })
  expect(href).toBe(`/en/approve-payout-wallet-update/?request=${id}`)
  expect(requestOf(new URL(href, 'http://localhost').search)).toBe(id)
  expect(requestHref('en', { id, kind: 'token_withdrawal' })).toContain('/en/approve-token-withdrawal/')
  for (const search of ['', '?request=', '?request=../../x', '?other=1']) expect(requestOf(search)).toBeNull()
})

test('every end has an outcome, an open request none', () => {
  expect(outcomeOf(open)).toBeNull()
  for (const status of ['approved', 'rejected', 'expired', 'cancelled'] as const) {
    expect(outcomeOf({ ...open, status, waitsFor: '' })?.text).toMatch(/\.$/)
  }
  expect(outcomeOf({ ...open, decidedAt: '2026-11-21T00:00:00Z' })?.title).toBe('Approved by you')
})

test('an approval that needs a second person says so until it is complete', () => {
  const first = { ...payout, status: 'approved' as const, waitsFor: 'approver' }
  expect(outcomeOf(first)?.text).toContain('second person')
  expect(outcomeOf({ ...first, waitsFor: '' })?.text).not.toContain('second person')
  expect(outcomeOf(approved)?.text).not.toContain('second person')
})

test('an approved request shows what happened then', () => {
  expect(outcomeOf({ ...approved, outcome: 'completed' })?.text).toBe('The token is now in the wallet.')
  expect(outcomeOf({ ...approved, outcome: 'failed' })?.text).toContain('still in our vault')
  expect(outcomeOf({ ...approved, outcome: 'cancelled' })?.title).toContain('cancelled')
  expect(outcomeOf({ ...approved, ...payout, status: 'approved', outcome: 'completed' })?.text).toBe(
    'Payouts go to the new wallet.',
  )
})

test('a withdrawal of several works talks about works, also once the owner cancelled all but one', () => {
  for (const [works, cancelledWorks] of [
    [[work, work], []],
    [[work], [work]],
    [[], [work, work]],
  ]) {
    const several = { ...approved, works: works!, cancelledWorks: cancelledWorks! }
    expect(outcomeOf(several)?.text).toContain('Each work will be sent')
    expect(outcomeOf({ ...several, outcome: 'completed' })?.text).toContain('The works are now in the wallet')
    expect(outcomeOf({ ...several, outcome: 'failed' })?.text).toContain('the works are still in our vault')
    expect(outcomeOf({ ...several, status: 'rejected' })?.text).toBe('The works stay in our vault.')
  }
  const cancelled = { ...open, status: 'cancelled' as const, works: [], cancelledWorks: [work] }
  expect(outcomeOf(cancelled)?.text).toBe('The token stays in our vault.')
})

test('a heading shortens an address only where the details show the whole one', () => {
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  expect(headingOf(open)).toBe(open.summary)
  expect(headingOf({ ...open, details: [{ label: 'To wallet', value: address }] })).toBe(
    'Send Long Furrow, #3 of 25 to wallet 0x7099…79C8',
  )
})

test('a heading leaves a right-to-left title in its place', () => {
  const works = [{ ...work, title: 'ליל' }]
  expect(headingOf({ ...open, works, summary: 'Send ליל, #3 of 25 to wallet 0xAb' })).toBe(
    'Send \u2068ליל\u2069, #3 of 25 to wallet 0xAb',
  )
})

test('each kind links to its list', () => {
  expect(followUpOf(open)[0]).toBe('withdrawals/')
  expect(followUpOf(payout)[0]).toBe('payout-wallet/')
  expect(followUpOf({ ...open, status: 'expired' })).toEqual(['collection/', 'Request the withdrawal again'])
  expect(followUpOf({ ...payout, status: 'expired' })).toEqual(['payout-wallet/', 'Request the wallet again'])
})

test('a request that expired says so, and who can request it again', () => {
  // The server gives an expired request a time of decision, too.
  const late = { ...open, status: 'expired' as const, decidedAt: '2026-11-22T00:00:04Z' }
  expect(outcomeOf(late)?.title).toBe('Not approved in time')
  expect(outcomeOf(late)?.text).toContain('The token stays in our vault. You can request it again')
  expect(outcomeOf({ ...late, asks: 'approver' })?.text).toContain('The person who requested it can')
})

test('an open request is loaded again every 15 seconds and just after it expires, one in progress every ten', () => {
  const end = new Date(open.expiresAt).getTime()
  expect(paceOf(open, end - 60_000)).toBe(15_000)
  expect(paceOf(open, end - 10_000)).toBe(10_500)
  expect(paceOf(open, end + 60_000)).toBe(5000)
  expect(paceOf(approved, end)).toBe(10_000)
  expect(isOpen(open)).toBe(true)
  expect(isOpen(approved)).toBe(true)
  expect(isOpen({ ...approved, outcome: 'completed' })).toBe(false)
  expect(isOpen({ ...open, status: 'rejected' })).toBe(false)
})

test('the log names people by role', () => {
  const entry = { event: 'approved', role: 'owner', you: false, byLink: false, at: '' } as const
  expect(entrySentence({ ...entry, you: true }, true)).toBe('You approved it')
  expect(entrySentence(entry, false)).toBe('The requester approved it')
  expect(entrySentence({ ...entry, role: 'approver' }, true)).toBe('An approver approved it')
  expect(entrySentence({ ...entry, event: 'viewed', byLink: true }, true)).toBe('Your link was opened')
  expect(entrySentence({ ...entry, event: 'viewed', byLink: true }, false)).toBe(
    'The requester’s link was opened',
  )
  // The site sends no login with a link, so the log doesn't know whether there was one.
  expect(entrySentence({ ...entry, event: 'rejected', byLink: true }, true)).toBe('Rejected with your link')
  expect(entrySentence({ ...entry, event: 'resent', role: 'approver', you: true }, true)).toBe(
    'You sent the approvers a new link',
  )
  expect(entrySentence({ ...entry, event: 'cancelled', role: '' }, true)).toBe('Cancelled after the approval')
})
