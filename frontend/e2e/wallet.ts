import type { Page } from '@playwright/test'
import { createPublicClient, createWalletClient, type Hex, hexToString, http, isHex, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { settings } from './settings'

/** The first of the local chain's funded accounts: it only fills the wallets of journeys. */
const bank = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')

export const walletName = 'Journey wallet'

export interface JourneyWallet {
  address: Hex
  /** Private, for the same wallet in another browser. */
  key: Hex
  /** The next request for a signature or a transaction is declined, as a person would. */
  declineNext: () => void
  /** The wallet's current network; pages request a switch. */
  chainId: number
  /** Done as soon as the wallet has sent a transaction, before the page knows of it. */
  onSent: () => Promise<void>
}

const chainOf = (url: string) => ({
  id: settings.chainId,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [url] } },
})

export const reader = (url = settings.chainURL) =>
  createPublicClient({ chain: chainOf(url), transport: http(url) })

/** Sends ether from the bank and returns the transaction. The nonce is shared, so it retries while another process sends. */
export async function sendFromBank(to: Hex, value: bigint, url = settings.chainURL): Promise<Hex> {
  const client = createWalletClient({ account: bank, chain: chainOf(url), transport: http(url) })
  for (let attempt = 1; ; attempt++) {
    try {
      const hash = await client.sendTransaction({ to, value })
      await reader(url).waitForTransactionReceipt({ hash, timeout: 60_000 })
      return hash
    } catch (error) {
      if (attempt === 5) throw error
    }
  }
}

interface Request {
  method: string
  params?: unknown[]
}

/**
 * A separate wallet in the page: announced as EIP-6963 requires, signing with a key that only this process holds, sending
 * raw transactions to the chain. Install it before the first navigation.
 */
export async function installWallet(
  page: Page,
  { funded = true, chainURL = settings.chainURL, key = generatePrivateKey() } = {},
): Promise<JourneyWallet> {
  const account = privateKeyToAccount(key)
  const chain = chainOf(chainURL)
  const client = createWalletClient({ account, chain, transport: http(chainURL) })
  let declines = 0
  const wallet: JourneyWallet = {
    address: account.address,
    key,
    chainId: settings.chainId,
    declineNext: () => {
      declines++
    },
    onSent: async () => {},
  }
  const asked: Record<string, (params: unknown[]) => unknown> = {
    eth_requestAccounts: () => [account.address],
    eth_accounts: () => [account.address],
    eth_chainId: () => `0x${wallet.chainId.toString(16)}`,
    wallet_switchEthereumChain: ([wanted]) => {
      wallet.chainId = Number((wanted as { chainId: Hex }).chainId)
      return null
    },
    wallet_addEthereumChain: () => null,
    personal_sign: ([message]) => {
      const text = message as string
      return account.signMessage({ message: isHex(text) ? hexToString(text) : text })
    },
    eth_signTypedData_v4: ([, json]) => {
      const { types: all, domain, ...rest } = JSON.parse(json as string)
      // As wallets do.
      if (Number(domain.chainId) !== wallet.chainId) throw new Error('The chain must match the active one.')
      const { EIP712Domain: _, ...types } = all
      return account.signTypedData({ ...rest, domain, types })
    },
    eth_sendTransaction: async ([transaction]) => {
      const { to, data, value } = transaction as { to: Hex; data?: Hex; value?: Hex }
      const hash = await client.sendTransaction({ to, data, value: BigInt(value ?? 0) })
      await wallet.onSent()
      return hash
    },
  }
  const personal = ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction']

  await page.exposeFunction('__journeyWallet', async ({ method, params = [] }: Request) => {
    try {
      if (personal.includes(method) && declines > 0) {
        declines--
        return { error: { code: 4001, message: 'User rejected the request.' } }
      }
      const handle = asked[method]
      if (!handle) return { error: { code: 4200, message: `${method} is not supported` } }
      return { result: await handle(params) }
    } catch (error) {
      return { error: { code: -32603, message: (error as Error).message } }
    }
  })

  await page.addInitScript((name) => {
    type Listener = (value: unknown) => void
    const listeners: Record<string, Listener[]> = {}
    let connected = false
    const provider = {
      request: async ({ method, params }: { method: string; params?: unknown[] }) => {
        // Until a person has connected it, a wallet shows no account.
        if (method === 'eth_accounts' && !connected) return []
        const ask = (
          window as unknown as {
            __journeyWallet: (request: object) => Promise<{ result?: unknown; error?: object }>
          }
        ).__journeyWallet
        const { result, error } = await ask({ method, params })
        if (error) throw Object.assign(new Error('wallet'), error)
        if (method === 'eth_requestAccounts') connected = true
        if (method === 'wallet_switchEthereumChain') {
          const { chainId } = (params as [{ chainId: string }])[0]
          for (const listener of listeners.chainChanged ?? []) listener(chainId)
        }
        return result
      },
      on: (event: string, listener: Listener) => {
        listeners[event] = [...(listeners[event] ?? []), listener]
      },
      removeListener: (event: string, listener: Listener) => {
        listeners[event] = (listeners[event] ?? []).filter((other) => other !== listener)
      },
    }
    const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
    const detail = Object.freeze({
      info: { uuid: '7c1a7b86-5f0e-4f43-9c57-6f3f5b9b2f10', name, icon, rdns: 'org.example.journey' },
      provider,
    })
    const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
  }, walletName)

  if (funded) await sendFromBank(account.address, parseEther('20'), chainURL)
  return wallet
}
