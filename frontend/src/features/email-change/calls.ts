import { api, dataOf, type Schemas, withSecret } from '@/lib/api/client'
import { hasStatus } from '@/lib/api/error'

/** A change of a wallet account's email, which both addresses confirm. */
export type EmailChange = Schemas['EmailChange']

/** The caller's pending change, or null. */
export async function readPending(signal: AbortSignal): Promise<EmailChange | null> {
  try {
    return await dataOf(api.GET('/api/email-change', { signal }))
  } catch (error) {
    if (hasStatus(error, 404)) return null
    throw error
  }
}

export const cancelChange = () => api.DELETE('/api/email-change')

/** Reads the request of a link. Changes nothing. */
export const readLinked = (secret: string) => dataOf(api.GET('/api/email-change/link', withSecret(secret)))

export const confirmChange = (secret: string) =>
  dataOf(api.POST('/api/email-change/link/confirm', { ...withSecret(secret), body: {} }))

export const rejectChange = (secret: string) =>
  dataOf(api.POST('/api/email-change/link/reject', { ...withSecret(secret), body: {} }))
