// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Phase, saleOf } from '@/lib/phases/model'
import { planOf } from '@/lib/phases/plan'
import { usePhasesNow } from '@/lib/phases/store'
import { SaleWatch } from './phases'

const refresh = vi.fn()
vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh }) }))
vi.mock('@/lib/phases/watch', () => ({ watch: () => undefined }))

const phase: Phase = {
  id: 'e',
  name: 'Everyone',
  kind: 'public',
  state: 'open',
  startsAt: '2026-11-26T10:00:00Z',
  endsAt: '2026-11-26T12:00:00Z',
  cap: 0,
  prices: [],
  access: null,
}
const drop = { id: '7', startsAt: '2026-11-26T09:00:00Z', endsAt: '2026-11-30T09:00:00Z' }
const at = (clock: string) => Date.parse(`2026-11-26T${clock}:00Z`)
const know = (clock: string) =>
  act(() => usePhasesNow.setState({ plans: { 7: planOf([phase], () => at(clock)) } }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  refresh.mockReset()
  vi.useRealTimers()
  usePhasesNow.setState({ plans: {}, kept: {} })
})

test('an open page is rendered again when the last phase ends, until the server has noticed', () => {
  const { rerender } = render(<SaleWatch drop={drop} sale={saleOf(drop, [phase], at('11:00'))} />)
  know('11:00')
  vi.advanceTimersByTime(60_000)
  expect(refresh).not.toHaveBeenCalled()
  know('12:00')
  vi.advanceTimersByTime(41_000)
  expect(refresh).toHaveBeenCalledTimes(3)
  rerender(<SaleWatch drop={drop} sale={saleOf(drop, [phase], at('12:00'))} />)
  vi.advanceTimersByTime(60_000)
  expect(refresh).toHaveBeenCalledTimes(3)
})
