import { api, dataOf, type Schemas, skipAuthorization } from '@/lib/api/client'

/** Whether a person wants the emails of a kind. */
export type EmailSetting = Schemas['EmailSetting']

export const listSettings = async (signal?: AbortSignal) =>
  (await dataOf(api.GET('/api/email-settings', { signal }))).items

/** Switches a kind and returns all settings. */
export const setSetting = async ({ kind, wanted }: EmailSetting) =>
  (await dataOf(api.PUT('/api/email-settings/{kind}', { params: { path: { kind } }, body: { wanted } })))
    .items

/** The secret is in a header, because proxies log addresses. Nobody needs to be logged in. */
const options = (secret: string) => ({
  params: { header: { 'Approval-Secret': secret } },
  headers: skipAuthorization,
})

/** Reads the request of a link. Changes nothing. */
export const readStopLink = (secret: string) => dataOf(api.GET('/api/email-settings/link', options(secret)))

export const stopEmails = (secret: string) =>
  dataOf(api.POST('/api/email-settings/link/stop', { ...options(secret), body: {} }))
