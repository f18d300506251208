import { api, dataOf, idempotent, newKey, type Schemas } from '@/lib/api/client'
import type { Billing } from './model'

const of = (id: string) => ({ path: { id } })

/** Holds the edition with this number, or any edition, at no worse price and terms than the page showed. Returns the live checkout of the same artwork if there is one. */
export const createCheckout = (
  artworkId: string,
  edition: number | null,
  termsVersion: string,
  shown: Schemas['ShownOffer'] | null,
  idempotencyKey = newKey(),
) =>
  dataOf(
    api.POST('/api/checkouts', {
      body: {
        artworkId,
        termsVersion,
        ...(edition !== null && { editionNumber: edition }),
        ...(shown && { shown }),
      },
      headers: idempotent(idempotencyKey),
    }),
  )

export const listCheckouts = async () => (await dataOf(api.GET('/api/checkouts'))).items ?? []

export const readCheckout = (id: string, signal?: AbortSignal) =>
  dataOf(api.GET('/api/checkouts/{id}', { params: of(id), signal }))

export const cancelCheckout = (id: string) => dataOf(api.DELETE('/api/checkouts/{id}', { params: of(id) }))

/** Releases a locked price, so that the buyer can pay by card or cancel. */
export const cancelEther = (id: string) => dataOf(api.DELETE('/api/checkouts/{id}/ether', { params: of(id) }))

/** Opens the provider's page and returns its address. */
export const startCard = async (id: string, billing: Billing, idempotencyKey = newKey()) => {
  const opened = await dataOf(
    api.POST('/api/checkouts/{id}/card', {
      params: of(id),
      body: billing,
      headers: idempotent(idempotencyKey),
    }),
  )
  return opened.redirectUrl
}

/** Locks a price: exactly this amount pays the order. */
export const startEther = (id: string, billing: Billing, idempotencyKey = newKey()) =>
  dataOf(
    api.POST('/api/checkouts/{id}/ether', {
      params: of(id),
      body: billing,
      headers: idempotent(idempotencyKey),
    }),
  )

/** Reports the transaction that pays. It is only a hint; the chain is the proof. */
export const submitTransaction = (id: string, hash: string) =>
  dataOf(
    api.POST('/api/checkouts/{id}/transactions', {
      params: of(id),
      body: { hash },
      headers: idempotent(newKey()),
    }),
  )

const path = (id: string, rest: string) => `/api/checkouts/${encodeURIComponent(id)}${rest}`

/** A document of an order: its receipt, its invoice or one of its credit notes. */
export const documentPath = (id: string, document: 'receipt' | 'invoice' | { creditNote: string }) =>
  path(id, typeof document === 'string' ? `/${document}.pdf` : `/credit-notes/${document.creditNote}.pdf`)
