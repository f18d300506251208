import { api, dataOf, type Schemas, withSecret } from '@/lib/api/client'

/** Whether a person wants the emails of a kind. */
export type EmailSetting = Schemas['EmailSetting']

export const listSettings = async (signal?: AbortSignal) =>
  (await dataOf(api.GET('/api/email-settings', { signal }))).items

/** Switches a kind and returns all settings. */
export const setSetting = async ({ kind, wanted }: EmailSetting) =>
  (await dataOf(api.PUT('/api/email-settings/{kind}', { params: { path: { kind } }, body: { wanted } })))
    .items

/** Reads the request of a link. Changes nothing. */
export const readStopLink = (secret: string) =>
  dataOf(api.GET('/api/email-settings/link', withSecret(secret)))

export const stopEmails = (secret: string) =>
  dataOf(api.POST('/api/email-settings/link/stop', { ...withSecret(secret), body: {} }))
