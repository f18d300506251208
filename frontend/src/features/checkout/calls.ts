import { call, newKey } from '@/lib/api/client'
import type { Billing, Checkout, Quote } from './model'

const path = (id: string, rest = '') => `/api/checkouts/${encodeURIComponent(id)}${rest}`

/** Holds an edition, or answers the live checkout of the same artwork. */
export const createCheckout = (artworkId: string, termsVersion: string, idempotencyKey = newKey()) =>
  call<Checkout>('/api/checkouts', { method: 'POST', body: { artworkId, termsVersion }, idempotencyKey })

export const listCheckouts = async () => (await call<{ items?: Checkout[] }>('/api/checkouts')).items ?? []

export const readCheckout = (id: string, signal?: AbortSignal) => call<Checkout>(path(id), { signal })

export const cancelCheckout = (id: string) => call<Checkout>(path(id), { method: 'DELETE' })

/** Opens the provider's page; answers its address. */
export const startCard = async (id: string, billing: Billing, idempotencyKey = newKey()) =>
  (await call<{ redirectUrl: string }>(path(id, '/card'), { method: 'POST', body: billing, idempotencyKey }))
    .redirectUrl

/** Locks a price: sending exactly this pays. */
export const startEther = (id: string, billing: Billing, idempotencyKey = newKey()) =>
  call<Quote>(path(id, '/ether'), { method: 'POST', body: billing, idempotencyKey })

/** Tells which transaction pays: a hint, the chain is the proof. */
export const submitTransaction = (id: string, hash: string) =>
  call<Checkout>(path(id, '/transactions'), { method: 'POST', body: { hash }, idempotencyKey: newKey() })

/** The papers of an order, by what the file is called. */
export const paperPath = (id: string, paper: 'receipt' | 'invoice' | 'credit-note') =>
  path(id, `/${paper}.pdf`)
