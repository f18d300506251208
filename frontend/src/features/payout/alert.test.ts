import { describe, expect, test } from 'vitest'
import { ApiError, NetworkError } from '@/lib/api/error'
import { secretOf } from '@/lib/link-secret'
import { type Alert, stateOf } from './alert'

const alert: Alert = {
  requestedAt: '2026-11-22T00:00:00Z',
  state: 'open',
  artistName: 'Marit',
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  previousAddress: '',
  status: 'cooling',
  expiresAt: null,
}
const read = { data: alert, error: null }
const unread = { data: undefined, error: null }
const idle = { data: undefined, error: null, isPending: false }

describe('a "This wasn’t me" link', () => {
  test('loads first', () => {
    expect(stateOf(unread, idle)).toEqual({ step: 'loading', problem: '' })
  })

  test.each([
    [404, 'unknown'],
    [410, 'expired'],
  ])('%d reads as %s', (status, step) => {
    const error = new ApiError(status, 'unknown', 'message')
    expect(stateOf({ ...unread, error }, idle).step).toBe(step)
  })

  test('a failing server leaves it loading, and says so', () => {
    const error = new ApiError(503, 'unknown', 'message')
    expect(stateOf({ ...unread, error }, idle)).toEqual({
      step: 'loading',
      problem: expect.stringMatching(/our side/),
    })
  })

  test.each([
    [404, 'unknown'],
    [410, 'expired'],
  ])('%d on stopping reads as %s', (status, step) => {
    const error = new ApiError(status, 'unknown', 'message')
    expect(stateOf(read, { ...idle, error }).step).toBe(step)
  })

  test('an unreachable server leaves the change on the page', () => {
    const state = stateOf(read, { ...idle, error: new NetworkError('gone') })
    expect(state).toMatchObject({ step: 'shown', busy: false, alert: { state: 'open' } })
    expect(state.step === 'shown' && state.problem).toMatch(/can’t reach/)
  })

  test('is busy while it stops the change, without the problem of an earlier attempt', () => {
    expect(stateOf(read, { ...idle, isPending: true })).toMatchObject({
      step: 'shown',
      busy: true,
      problem: '',
    })
  })

  test('a change that ended in the meantime is over', () => {
    const state = stateOf(read, { ...idle, error: new ApiError(409, 'already_decided', '') })
    expect(state).toMatchObject({ alert: { state: 'over' }, problem: '' })
  })

  test('distinguishes a new stop from an earlier one', () => {
    const stopped: Alert = { ...alert, state: 'stopped', status: 'frozen' }
    expect(stateOf(read, { ...idle, data: stopped })).toMatchObject({ justStopped: true })
    expect(stateOf({ ...read, data: stopped }, idle)).toMatchObject({
      alert: { state: 'stopped' },
      justStopped: false,
    })
  })

  test('reads the secret from the address', () => {
    expect(secretOf(`#${'a'.repeat(43)}`)).toBe('a'.repeat(43))
    expect(secretOf('')).toBeNull()
    expect(secretOf('#top')).toBeNull()
  })
})
