import { api, dataOf, idempotent } from '@/lib/api/client'

const query = (page: number) => ({ params: { query: { page } } })

export const readSales = (page = 1) => dataOf(api.GET('/api/sales', query(page)))

export const readPayouts = (page = 1) => dataOf(api.GET('/api/payouts', query(page)))

/** Requests that the gallery sends a balance and pays the network fee. */
export const requestPayout = (chainId: number, payee: string, idempotencyKey: string) =>
  dataOf(api.POST('/api/payouts', { body: { chainId, payee }, headers: idempotent(idempotencyKey) }))
