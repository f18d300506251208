import { call, newKey } from '@/lib/api/client'
import type { Billing, Checkout, Quote } from './model'

const path = (id: string, rest = '') => `/api/checkouts/${encodeURIComponent(id)}${rest}`

/** Holds an edition, or returns the live checkout of the same artwork. */
export const createCheckout = (artworkId: string, termsVersion: string, idempotencyKey = newKey()) =>
  call<Checkout>('/api/checkouts', { method: 'POST', body: { artworkId, termsVersion }, idempotencyKey })

export const listCheckouts = async () => (await call<{ items?: Checkout[] }>('/api/checkouts')).items ?? []

export const readCheckout = (id: string, signal?: AbortSignal) => call<Checkout>(path(id), { signal })

export const cancelCheckout = (id: string) => call<Checkout>(path(id), { method: 'DELETE' })

/** Ends a locked price, so that the card or a cancellation is possible. */
export const cancelEther = (id: string) => call<Checkout>(path(id, '/ether'), { method: 'DELETE' })

/** Opens the provider's page and returns its address. */
export const startCard = async (id: string, billing: Billing, idempotencyKey = newKey()) =>
  (await call<{ redirectUrl: string }>(path(id, '/card'), { method: 'POST', body: billing, idempotencyKey }))
    .redirectUrl

/** Locks a price: sending exactly this pays. */
export const startEther = (id: string, billing: Billing, idempotencyKey = newKey()) =>
  call<Quote>(path(id, '/ether'), { method: 'POST', body: billing, idempotencyKey })

/** Names the transaction that pays: a hint, the chain is the proof. */
export const submitTransaction = (id: string, hash: string) =>
  call<Checkout>(path(id, '/transactions'), { method: 'POST', body: { hash }, idempotencyKey: newKey() })

/** A document of an order: its receipt, its invoice or one of its credit notes. */
export const documentPath = (id: string, document: 'receipt' | 'invoice' | { creditNote: string }) =>
  path(id, typeof document === 'string' ? `/${document}.pdf` : `/credit-notes/${document.creditNote}.pdf`)
