import { api, dataOf } from '@/lib/api/client'
import { wordsOf } from '@/lib/api/error'
import * as t from '@/messages/security'

const path = '/api/auth/passkeys'
const confirmations = '/api/auth/confirmations'

/** Loaded when a passkey is used. */
const browser = () => import('@simplewebauthn/browser')

// WebAuthn messages: the OpenAPI document only describes them as objects.
type CreationOptions = Parameters<Awaited<ReturnType<typeof browser>>['startRegistration']>[0]['optionsJSON']
type RequestOptions = Parameters<Awaited<ReturnType<typeof browser>>['startAuthentication']>[0]['optionsJSON']

export const listPasskeys = () => dataOf(api.GET(path))

/** Creates a passkey in this browser and adds it to the account. Returns recovery codes for the first one. */
export async function addPasskey(name: string): Promise<string[]> {
  const { startRegistration } = await browser()
  const { options } = await dataOf(api.POST(`${path}/options`, { body: {} }))
  const credential = await startRegistration({ optionsJSON: options as unknown as CreationOptions })
  const added = await dataOf(api.POST(path, { body: { name, credential: credential as never } }))
  return added.recoveryCodes
}

export const removePasskey = (id: string) => api.DELETE(`${path}/{id}`, { params: { path: { id } } })

/** Returns new recovery codes; the earlier ones no longer work. */
export const replaceRecoveryCodes = async () =>
  (await dataOf(api.POST('/api/auth/recovery-codes', { body: {} }))).recoveryCodes

/** Confirms with a passkey that it is really them. */
export async function confirmWithPasskey(): Promise<void> {
  const { startAuthentication } = await browser()
  const { options } = await dataOf(api.POST(`${confirmations}/options`, { body: {} }))
  const credential = await startAuthentication({ optionsJSON: options as unknown as RequestOptions })
  await api.POST(confirmations, { body: { credential: credential as never } })
}

export const confirmWithCode = (code: string) => api.POST(`${confirmations}/code`, { body: { code } })

/** The error of an action with a passkey, for people. */
export const passkeyProblem = (error: Error) =>
  // Browsers report a refusal, a timeout and a cancellation in the same way.
  error.name === 'NotAllowedError'
    ? t.passkeyCancelled
    : error.name === 'InvalidStateError'
      ? t.passkeyKnown
      : error.name === 'NotSupportedError' || /not supported/.test(error.message)
        ? t.passkeyUnsupported
        : wordsOf(error)
