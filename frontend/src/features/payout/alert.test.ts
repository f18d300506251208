import { describe, expect, test } from 'vitest'
import { ApiError, NetworkError } from '@/lib/api/error'
import { secretOf } from '@/lib/link-secret'
import { type Alert, type AlertState, reduceAlert } from './alert'

const alert: Alert = {
  requestedAt: '2026-11-22T00:00:00Z',
  state: 'open',
  artistName: 'Marit',
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  previousAddress: '',
  status: 'cooling',
}
const shown: AlertState = { step: 'shown', alert, busy: false, problem: '', justStopped: false }

describe('a "This wasn’t me" link', () => {
  test.each([
    [404, 'unknown'],
    [410, 'expired'],
    [503, 'failed'],
  ])('%d reads as %s', (status, step) => {
    const error = new ApiError(status, 'unknown', 'message')
    expect(reduceAlert({ step: 'loading' }, { type: 'failed', error }).step).toBe(step)
  })

  test('an unreachable server leaves the change on the page', () => {
    const state = reduceAlert({ ...shown, busy: true }, { type: 'failed', error: new NetworkError('gone') })
    expect(state).toMatchObject({ step: 'shown', busy: false, alert: { state: 'open' } })
    expect(state.step === 'shown' && state.problem).toMatch(/can’t reach/)
  })

  test('a change that ended in the meantime is over', () => {
    const state = reduceAlert(shown, { type: 'failed', error: new ApiError(409, 'already_decided', '') })
    expect(state).toMatchObject({ alert: { state: 'over' }, problem: '' })
  })

  test('distinguishes a new stop from an earlier one', () => {
    const stopped: Alert = { ...alert, state: 'stopped', status: 'frozen' }
    expect(reduceAlert(shown, { type: 'stopped', alert: stopped })).toMatchObject({ justStopped: true })
    expect(reduceAlert({ step: 'loading' }, { type: 'read', alert: stopped })).toMatchObject({
      justStopped: false,
    })
  })

  test('finds the secret of the address', () => {
    expect(secretOf(`#${'a'.repeat(43)}`)).toBe('a'.repeat(43))
    expect(secretOf('')).toBeNull()
    expect(secretOf('#top')).toBeNull()
  })
})
