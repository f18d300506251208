import { api, dataOf, type Schemas, skipAuthorization } from '@/lib/api/client'
import { ApiError } from '@/lib/api/error'
import { queryClient } from '@/lib/query'

/** A change of a wallet account's email, which both addresses confirm. */
export type EmailChange = Schemas['EmailChange']

export const pendingKey = ['email-change'] as const

/** The caller's pending change, or null. Calls onEnded first if there was one at the last read, because the profile's email may have changed. */
export async function readPending(
  signal: AbortSignal,
  onEnded: () => Promise<void>,
): Promise<EmailChange | null> {
  try {
    return await dataOf(api.GET('/api/email-change', { signal }))
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    if (queryClient.getQueryData(pendingKey)) await onEnded()
    return null
  }
}

/** Makes pages that show the pending change read it again. */
export const pendingChanged = () => queryClient.invalidateQueries({ queryKey: pendingKey })

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
