// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { decideWithdrawalReview } from '../calls'
import { type WithdrawalReview, withdrawalCases } from '../model'
import { Decided, WithdrawalCase } from './withdrawals'

vi.mock('../calls', () => ({
  decideWithdrawalReview: vi.fn(async () => ({})),
  listReviews: vi.fn(),
  listWithdrawalReviews: vi.fn(),
}))

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
  note: '',
  decidedBy: '',
  decidedAt: '',
}
const nothing = async () => {}

afterEach(cleanup)

test('a member of staff sees the target and the limit, and can approve or reject', () => {
  render(<WithdrawalCase lang="en" reviews={[review]} me="b" onDecided={nothing} />)
  expect(screen.getByRole('heading', { name: 'Tidal Study by Mara Lindqvist' })).toBeTruthy()
  expect(screen.getByText(/ada\.eth \(0x15d3/)).toBeTruthy()
  expect(screen.getByText(/The vault has reached today’s limit/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Approve the withdrawal' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reject the withdrawal' })).toBeTruthy()
})

test('nobody decides about their own', () => {
  render(<WithdrawalCase lang="en" reviews={[review]} me="a" onDecided={nothing} />)
  expect(screen.getByText(/someone else must decide/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a decision needs a reason', async () => {
  const onDecided = vi.fn(nothing)
  render(<WithdrawalCase lang="en" reviews={[review]} me="b" onDecided={onDecided} />)
  const reason = screen.getByLabelText('Your reason')
  fireEvent.change(reason, { target: { value: '  ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Approve the withdrawal' }))
  expect(screen.getByText('Enter a reason. It is stored with the decision.')).toBeTruthy()
  expect(reason.getAttribute('aria-invalid')).toBe('true')
  expect(decideWithdrawalReview).not.toHaveBeenCalled()

  fireEvent.change(reason, { target: { value: ' Called them. ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Approve the withdrawal' }))
  await waitFor(() => expect(onDecided).toHaveBeenCalled())
  expect(decideWithdrawalReview).toHaveBeenCalledWith('w1', 'approve', 'Called them.')
  expect(screen.queryByText('Enter a reason. It is stored with the decision.')).toBeNull()
})

test('works that were requested together are one case, and one reason decides about each', async () => {
  const together = ['w1', 'w2', 'w3'].map((id) => ({ ...review, id, tokenId: `${id}0`, batchId: 'b' }))
  const cases = withdrawalCases([...together, { ...review, id: 'w4' }, { ...review, id: 'w5', batchId: 'c' }])
  expect(cases.map((withdrawals) => withdrawals.map(({ id }) => id))).toEqual([
    ['w1', 'w2', 'w3'],
    ['w4'],
    ['w5'],
  ])

  vi.mocked(decideWithdrawalReview).mockClear()
  vi.mocked(decideWithdrawalReview).mockRejectedValueOnce(new Error('lost'))
  const onDecided = vi.fn(nothing)
  render(<WithdrawalCase lang="en" reviews={cases[0]!} me="b" onDecided={onDecided} />)
  expect(screen.getByRole('heading', { name: '3 works, requested together' })).toBeTruthy()
  expect(screen.getByText('w10, w20, w30')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Your reason'), { target: { value: 'Called them.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Approve all 3 withdrawals' }))
  // The first fails: the list is read again, and the same click continues.
  await waitFor(() => expect(onDecided).toHaveBeenCalledTimes(1))
  expect(screen.getByRole('alert')).toBeTruthy()
  vi.mocked(decideWithdrawalReview).mockClear()
  fireEvent.click(screen.getByRole('button', { name: 'Approve all 3 withdrawals' }))
  await waitFor(() => expect(onDecided).toHaveBeenCalledTimes(2))
  expect(vi.mocked(decideWithdrawalReview).mock.calls).toEqual(
    ['w1', 'w2', 'w3'].map((id) => [id, 'approve', 'Called them.']),
  )
})

test('decisions say who made them and why', () => {
  const decided = { decidedAt: '2026-11-21T13:00:00Z', note: 'They called.' }
  render(
    <Decided
      lang="en"
      me="b"
      items={[
        { ...review, ...decided, status: 'approved', decidedBy: 'b' },
        { ...review, ...decided, id: 'w2', status: 'rejected', decidedBy: 'c', note: '' },
      ]}
    />,
  )
  const [mine, other] = screen.getAllByRole('article', { hidden: true })
  expect(mine?.textContent).toMatch(/Approved, .*by you\. “They called\.”/)
  expect(other?.textContent).toMatch(/Rejected, .*by a member of staff\.(?! “)/)
})
