import { type Chain, createPublicClient, defineChain, type Hex, isAddress } from 'viem'
import { type Config, createConfig } from 'wagmi'
import {
  connect as connectTo,
  getChainId,
  getConnection,
  sendTransaction,
  signMessage,
  signTypedData,
  switchChain,
  watchConnectors,
} from 'wagmi/actions'
import { type KnownChain, siteConfig } from '@/lib/config'
import * as t from '@/messages/wallet-connect'
import type { Payment, Wallet } from './model'
import { node } from './node'
import { offer, pick } from './picker'
import { problemOf, unsupportedChain, WalletProblem } from './problem'
import { blockNumberCache, pollingInterval } from './timing'

/** Wallets announce themselves (EIP-6963) shortly after a request. */
const announcements = 250

const ofShop = ({ chainId, name, currencySymbol, explorerUrl }: KnownChain): Chain =>
  defineChain({
    id: chainId,
    name,
    nativeCurrency: { name: currencySymbol, symbol: currencySymbol, decimals: 18 },
    rpcUrls: { default: { http: [`${location.origin}/rpc/${chainId}`] } },
    ...(explorerUrl && { blockExplorers: { default: { name: 'Explorer', url: explorerUrl } } }),
  })

let prepared: Promise<{ config: Config; chains: Chain[] }> | undefined

function prepare() {
  prepared ??= (async () => {
    const chains = (await siteConfig()).chains.map(ofShop)
    const [first, ...rest] = chains
    if (!first) throw new WalletProblem('unreachable', t.chainsUnknown)
    const config = createConfig({
      chains: [first, ...rest],
      transports: Object.fromEntries(chains.map((chain) => [chain.id, node(chain.id)])),
      multiInjectedProviderDiscovery: true,
      pollingInterval,
      cacheTime: blockNumberCache,
      storage: null,
    }) as unknown as Config
    await new Promise((resolve) => setTimeout(resolve, announcements))
    return { config, chains }
  })().catch((error: unknown) => {
    prepared = undefined
    throw error
  })
  return prepared
}

/** Converts an error of the wallet into one with a message for people. */
async function withProblem<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw problemOf(error)
  }
}

/** Always show the list, because which wallet signs is the person's choice, even if there is only one. */
export const connect = (): Promise<Wallet> =>
  withProblem(async () => {
    const { config, chains } = await prepare()
    const choices = () =>
      config.connectors.map(({ uid, name, icon }) => ({ id: uid, name, icon: icon?.trim() }))
    // A wallet that announces itself later, such as one that was asleep, appears in the open list.
    const stop = watchConnectors(config, { onChange: () => offer(choices()) })
    const id = await pick(choices()).finally(stop)
    const connector = config.connectors.find(({ uid }) => uid === id)
    if (!connector) {
      throw config.connectors.length
        ? new WalletProblem('closed', t.noneChosen)
        : new WalletProblem('no_wallet', t.noneFound)
    }
    // Connecting again would make the wallet ask for permissions that it has already granted.
    const now = getConnection(config)
    const connected = now.isConnected && now.connector?.uid === connector.uid
    const accounts =
      connected && now.addresses ? now.addresses : (await connectTo(config, { connector })).accounts
    const address = accounts[0]
    if (!address) throw new WalletProblem('no_wallet', t.noAccount)
    return walletOf(config, chains, address)
  })

function walletOf(config: Config, chains: Chain[], address: Hex): Wallet {
  async function switchTo(chainId: number) {
    chainOf(chains, chainId)
    if (getConnection(config).chainId === chainId) return
    await switchChain(config, { chainId })
    const now = getConnection(config).chainId
    if (now !== chainId) throw new WalletProblem('unsupported_chain', unsupportedChain(now ?? 0, [chainId]))
  }
  return {
    address,
    chainId: () => withProblem(async () => getConnection(config).chainId ?? getChainId(config)),
    signMessage: (message) => withProblem(() => signMessage(config, { account: address, message })),
    signTypedData: (json) =>
      withProblem(async () => {
        const { domain, types, primaryType, message } = JSON.parse(json)
        const chainId = Number(domain.chainId)
        // Many wallets refuse to sign for a network other than the selected one. The id must be a number, because some leave "0x1" out of
        // what they sign.
        await switchTo(chainId)
        return signTypedData(config, {
          account: address,
          domain: { ...domain, chainId },
          types,
          primaryType,
          message,
        })
      }),
    switchTo: (chainId) => withProblem(() => switchTo(chainId)),
    expectCoin: (chainId, wei) =>
      withProblem(async () => {
        const chain = chainOf(chains, chainId)
        if ((await readerOf(chain).getBalance({ address })) >= wei) return
        throw new WalletProblem('insufficient_funds', t.belowPriceOrCard(chain.nativeCurrency.symbol))
      }),
    send: (payment, onFee) => withProblem(() => sendPayment(config, chains, address, payment, onFee)),
  }
}

const unsupported = (chains: Chain[], chainId: number) =>
  new WalletProblem(
    'unsupported_chain',
    unsupportedChain(
      chainId,
      chains.map(({ id }) => id),
    ),
  )

function chainOf(chains: Chain[], chainId: number) {
  const chain = chains.find(({ id }) => id === chainId)
  if (!chain) throw unsupported(chains, chainId)
  return chain
}

const readerOf = (chain: Chain) =>
  createPublicClient({ chain, transport: node(chain.id), pollingInterval, cacheTime: blockNumberCache })

async function sendPayment(
  config: Config,
  chains: Chain[],
  address: Hex,
  payment: Payment,
  onFee?: (wei: bigint) => void,
) {
  const chain = chainOf(chains, payment.chainId)
  if (!isAddress(payment.to)) throw unsupported(chains, chain.id)
  const value = BigInt(payment.value)
  const data = payment.data as Hex
  const reader = readerOf(chain)
  const [balance, gasPrice] = await Promise.all([reader.getBalance({ address }), reader.getGasPrice()])
  const symbol = chain.nativeCurrency.symbol
  if (balance < value) {
    throw new WalletProblem('insufficient_funds', t.belowPrice(symbol))
  }
  const gas = await reader.estimateGas({ account: address, to: payment.to, data, value })
  const fee = (gas * gasPrice * 12n) / 10n
  if (balance < value + fee) {
    throw new WalletProblem('insufficient_fee', t.belowFee(symbol))
  }
  onFee?.(gas * gasPrice)
  return sendTransaction(config, {
    account: address,
    chainId: chain.id,
    to: payment.to,
    data,
    value,
    gas: (gas * 12n) / 10n,
  })
}
