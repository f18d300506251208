import { api } from '@/lib/api/client'
import { save } from '@/lib/save'

/**
 * Saves the movements of money of a month or a day (2026-11, 2026-11-27) as CSV. Throws ApiError 409 export_too_long for a period with
 * too many of them.
 */
export async function exportMovements(period: string): Promise<void> {
  const { data } = await api.POST('/api/desk/movements', { body: { period }, parseAs: 'blob' })
  save(data as unknown as Blob, `movements-${period}.csv`)
}
