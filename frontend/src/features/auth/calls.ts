import { api, dataOf, skipAuthorization } from '@/lib/api/client'
import { ApiError } from '@/lib/api/error'
import { hasCode, send } from '@/lib/api/http'
import { proof, withNonce } from '@/lib/session/dpop'
import { endSession, freshToken, signInWithWallet } from '@/lib/session/session'
import { steppedUp } from '@/lib/session/step-up'
import { tokensNow } from '@/lib/session/store'
import type { Wallet } from '@/lib/wallet/model'
import { WalletProblem } from '@/lib/wallet/problem'
import { connectWallet, signInMessage } from '@/lib/wallet/wallet'
import * as t from '@/messages/auth'

const path = '/api/auth/wallets'

export const listWallets = () => dataOf(api.GET(path))

const sessionsPath = '/api/auth/sessions'

export const listSessions = () => dataOf(api.GET(sessionsPath))
export const endSessionById = (id: string) => api.DELETE(`${sessionsPath}/{id}`, { params: { path: { id } } })
export const endOtherSessions = () => api.DELETE(sessionsPath)

/**
 * A call that changes how to log in to the account. It proves possession of this browser's key, so that a stolen access token is not enough. Each try
 * needs a new proof.
 */
const change = (method: 'POST' | 'DELETE', at: string, body?: unknown) =>
  steppedUp(() => withNonce(() => sendProved(method, at, body)))

async function sendProved(method: 'POST' | 'DELETE', at: string, body?: unknown): Promise<Response> {
  await freshToken()
  const token = tokensNow().accessToken
  const dpop = await proof(method, at)
  const headers = {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(dpop && { dpop }),
  }
  try {
    return await send(
      at,
      { method, headers, body: body === undefined ? undefined : JSON.stringify(body), cache: 'no-store' },
      { repeatable: false },
    )
  } catch (error) {
    // An expired token needs no refresh: its login is too old as well.
    if (hasCode(error, 'token_expired'))
      throw new ApiError(403, 'recent_login_required', t.reauthenticateForWallets)
    if (hasCode(error, 'use_dpop_nonce')) throw error
    if (error instanceof ApiError && error.status === 401 && tokensNow().accessToken === token)
      endSession('refused')
    throw error
  }
}

export const unlinkWallet = (address: string) => change('DELETE', `${path}/${address}`)

/** A nonce for one signed message of a wallet. */
const readNonce = async () =>
  (await dataOf(api.GET('/api/auth/siwe/nonce', { headers: skipAuthorization }))).nonce

async function signed(wallet: Wallet, statement: string) {
  const nonce = await readNonce()
  const message = await signInMessage(wallet.address, await wallet.chainId(), nonce, statement)
  return { message, signature: await wallet.signMessage(message) }
}

/** Proves a wallet with a signature and links it to the account. */
export async function linkWallet(): Promise<void> {
  const wallet = await connectWallet()
  const statement = t.siweLinkStatement
  await change('POST', path, await signed(wallet, statement))
}

/**
 * Logs in with a wallet. If `linked` is given, it must be one of those, because another one would open another account. `say` is called
 * with what it waits for, as a text for the visitor.
 */
export async function logInWithWallet(say: (words: string) => void, linked?: string[]): Promise<void> {
  say(t.chooseAWallet)
  const wallet = await connectWallet()
  if (linked && !linked.includes(wallet.address))
    throw new WalletProblem('other_account', t.walletNotLinked(linked.join(', ')))
  say(t.signMessage)
  const { message, signature } = await signed(wallet, t.siweLogInStatement)
  say(t.loggingYouIn)
  await signInWithWallet(message, signature)
}
