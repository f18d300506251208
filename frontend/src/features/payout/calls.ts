import { call } from '@/lib/api/client'
import type { Payout, Payouts, Sales } from './model'

export const readSales = (page = 1) => call<Sales>(`/api/sales?page=${page}`)

export const readPayouts = (page = 1) => call<Payouts>(`/api/payouts?page=${page}`)

/** Has the gallery send a balance and pay the network fee. */
export const requestPayout = (chainId: number, payee: string, idempotencyKey: string) =>
  call<Payout>('/api/payouts', { method: 'POST', body: { chainId, payee }, idempotencyKey })
