import { api, dataOf } from '@/lib/api/client'
import type { CollectorPage } from './model'

export const readPage = () => dataOf(api.GET('/api/collector-page'))

/** Replaces the caller's page. Throws what the API throws. */
export const savePage = ({ name, displayName, text, published, indexed, works }: CollectorPage) =>
  dataOf(api.PUT('/api/collector-page', { body: { name, displayName, text, published, indexed, works } }))
