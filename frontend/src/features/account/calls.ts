import { api, dataOf, type Schemas, skipAuthorization } from '@/lib/api/client'

const path = '/api/auth/data-requests'

export type DataRequest = Schemas['DataRequest']

export const listDataRequests = () => dataOf(api.GET(path))
export const requestExport = () => dataOf(api.POST(`${path}/export`, { body: {} }))
export const requestDeletion = () => dataOf(api.POST(`${path}/deletion`, { body: {} }))
export const cancelDeletion = (id: string) => dataOf(api.DELETE(`${path}/{id}`, { params: { path: { id } } }))

/** Confirms a deletion. The secret is in a header, because proxies log addresses. */
export const confirmDeletion = (secret: string) =>
  dataOf(
    api.POST(`${path}/link/confirm`, {
      params: { header: { 'Approval-Secret': secret } },
      headers: skipAuthorization,
      body: {},
    }),
  )

export const exportPath = (id: string) => `${path}/${encodeURIComponent(id)}/export.zip`
