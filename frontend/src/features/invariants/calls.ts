/** Counts over the whole shop, which are public. */
export async function readInvariants(signal: AbortSignal) {
  const { api, dataOf, skipAuthorization } = await import('@/lib/api/client')
  return dataOf(api.GET('/api/invariants', { headers: skipAuthorization, signal }))
}
