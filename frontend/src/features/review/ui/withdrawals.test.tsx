// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { WithdrawalReview } from '../model'
import { WithdrawalCase } from './withdrawals'

const review: WithdrawalReview = {
  id: 'w1',
  tokenId: '41000003',
  chainId: 31337,
  to: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  name: 'ada.eth',
  accountId: 'a',
  title: 'Tidal Study',
  artist: 'Mara Lindqvist',
  why: 'vault',
  status: 'open',
  requestedAt: '2026-11-21T12:00:00Z',
  approvedAt: '2026-11-21T12:05:00Z',
}
const nothing = async () => {}

afterEach(cleanup)

test('a member of staff sees the target and the limit, and can approve or reject', () => {
  render(<WithdrawalCase review={review} me="b" onDecided={nothing} />)
  expect(screen.getByRole('heading', { name: 'Tidal Study by Mara Lindqvist' })).toBeTruthy()
  expect(screen.getByText(/ada\.eth \(0x15d3/)).toBeTruthy()
  expect(screen.getByText(/As many works left the vault today/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Approve the withdrawal' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reject the withdrawal' })).toBeTruthy()
})

test('nobody decides about their own', () => {
  render(<WithdrawalCase review={review} me="a" onDecided={nothing} />)
  expect(screen.getByText(/someone else must decide/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
