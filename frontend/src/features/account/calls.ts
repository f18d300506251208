import { api, dataOf, type Schemas, withSecret } from '@/lib/api/client'

const path = '/api/auth/data-requests'

export type DataRequest = Schemas['DataRequest']

export const listDataRequests = () => dataOf(api.GET(path))
export const requestExport = () => dataOf(api.POST(`${path}/export`, { body: {} }))
export const requestDeletion = () => dataOf(api.POST(`${path}/deletion`, { body: {} }))
export const cancelDeletion = (id: string) => dataOf(api.DELETE(`${path}/{id}`, { params: { path: { id } } }))

export const confirmDeletion = (secret: string) =>
  dataOf(api.POST(`${path}/link/confirm`, { ...withSecret(secret), body: {} }))

export const exportPath = (id: string) => `${path}/${encodeURIComponent(id)}/export.zip`
