import { api, dataOf, type Schemas, skipAuthorization } from '@/lib/api/client'
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

/** The secret is in a header, because proxies log addresses. Nobody needs to be logged in. */
const options = (secret: string) => ({
  params: { header: { 'Approval-Secret': secret } },
  headers: skipAuthorization,
})

/** Reads the request of a link. Changes nothing. */
export const readLinked = (secret: string) => dataOf(api.GET('/api/email-change/link', options(secret)))

export const confirmChange = (secret: string) =>
  dataOf(api.POST('/api/email-change/link/confirm', { ...options(secret), body: {} }))

export const rejectChange = (secret: string) =>
  dataOf(api.POST('/api/email-change/link/reject', { ...options(secret), body: {} }))
