import { api, dataOf, idempotent, type Schemas, withSecret } from '@/lib/api/client'
import { ApiError } from '@/lib/api/error'

/** A gift for its giver. Its id is the order's. */
export type Gift = Schemas['Gift']

/** A gift for its recipient. */
export type LinkedGift = Schemas['LinkedGift']

const of = (id: string) => ({ path: { id } })

/** The gift of an order; null before its payment is final. */
export async function readGift(id: string, signal?: AbortSignal): Promise<Gift | null> {
  try {
    return await dataOf(api.GET('/api/gifts/{id}', { params: of(id), signal }))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** Emails a new link, to another address if one is given. */
export const sendGift = (id: string, email: string, idempotencyKey: string) =>
  dataOf(
    api.POST('/api/gifts/{id}/emails', {
      params: of(id),
      body: { email },
      headers: idempotent(idempotencyKey),
    }),
  )

export const cancelGift = (id: string) => dataOf(api.DELETE('/api/gifts/{id}', { params: of(id) }))

/** Reads the gift of a link. It changes nothing and needs no login. */
export const readLinked = (secret: string) => dataOf(api.GET('/api/gifts/link', withSecret(secret)))

/** Adds the work to the caller's collection. */
export const acceptGift = (secret: string) =>
  dataOf(api.POST('/api/gifts/link/accept', { params: withSecret(secret).params, body: {} }))
