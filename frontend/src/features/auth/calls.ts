import { call } from '@/lib/api/client'
import { connectWallet, signInMessage } from '@/lib/wallet/wallet'

export interface LinkedWallet {
  /** EIP-55. */
  address: string
  linkedAt: string
}

export const listWallets = async () =>
  (await call<{ items?: LinkedWallet[] }>('/api/auth/wallets')).items ?? []

export const unlinkWallet = (address: string) => call(`/api/auth/wallets/${address}`, { method: 'DELETE' })

/** What a wallet signs once, so that its signature is good for one message. */
export const readNonce = async () =>
  (await call<{ nonce: string }>('/api/auth/siwe/nonce', { skipAuthorization: true })).nonce

/** Proves a wallet with a signature and links it to the account. */
export async function linkWallet(): Promise<LinkedWallet> {
  const wallet = await connectWallet()
  const nonce = await readNonce()
  const statement = 'Link this wallet to your Vitrine account. It becomes a way to log in.'
  const message = await signInMessage(wallet.address, await wallet.chainId(), nonce, statement)
  const signature = await wallet.signMessage(message)
  const reply = await call<{ wallet: LinkedWallet }>('/api/auth/wallets', {
    method: 'POST',
    body: { message, signature },
  })
  return reply.wallet
}
