import {
  createPublicClient,
  custom,
  getAddress,
  isAddress,
  isAddressEqual,
  parseAbi,
  parseEventLogs,
  recoverTypedDataAddress,
  zeroAddress,
} from 'viem'
import { type Claim, typedData } from './model'

/** Half of the curve's order: a signature above it has a twin, and only the lower one is a certificate's (EIP-2). */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

const abi = parseAbi([
  'function ownerOf(uint256 tokenId) view returns (address)',
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
])

/** Whether the issuer that a claim names signed exactly this claim. */
export async function isSigned(claim: Claim): Promise<boolean> {
  const { issuer, contract, signature } = claim
  if (!isAddress(issuer) || !isAddress(contract)) return false
  const v = Number.parseInt(signature.slice(-2), 16)
  if ((v !== 27 && v !== 28) || BigInt(`0x${signature.slice(66, 130)}`) > halfOrder) return false
  try {
    return isAddressEqual(await recoverTypedDataAddress({ ...typedData(claim), signature }), issuer)
  } catch {
    return false
  }
}

/** Whether the issuer that a claim names is among those that a gallery publishes; null where it publishes none. */
export const isAmong = ({ issuer }: Claim, issuers: string[]) =>
  issuers.length === 0 ? null : issuers.some((known) => isAddress(known) && isAddressEqual(known, issuer))

/** What an Ethereum node says of the token. */
export type OnChain =
  | { known: true; holder: string; minted: boolean }
  /** The contract has no such token, or no longer. */
  | { known: false }

type Request = (asked: { method: string; params?: unknown }) => Promise<unknown>

/** JSON-RPC over the gallery's door to a node of the chain. Throws where the chain is not among its chains. */
const door =
  (chainId: number): Request =>
  async ({ method, params }) => {
    const response = await fetch(`/rpc/${chainId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 42, method, params: params ?? [] }),
    })
    const reply = (await response.json()) as { result?: unknown; error?: { message?: string; code?: number } }
    if (reply.error) throw Object.assign(new Error(reply.error.message), reply.error)
    return reply.result
  }

/** Asks who holds the token and whether the named transaction made it. Throws where no node answers. */
export async function askChain(claim: Claim, request: Request = door(claim.chainId)): Promise<OnChain> {
  const client = createPublicClient({ transport: custom({ request }, { retryCount: 1 }) })
  const tokenId = BigInt(claim.tokenId)
  const receipt = await client
    .getTransactionReceipt({ hash: claim.mintTransactionHash })
    .catch((error: unknown) => {
      if ((error as Error).name === 'TransactionReceiptNotFoundError') return null
      throw error
    })
  const minted =
    receipt !== null &&
    parseEventLogs({ abi, eventName: 'Transfer', logs: receipt.logs }).some(
      ({ address, args }) =>
        isAddressEqual(address, claim.contract) && args.from === zeroAddress && args.tokenId === tokenId,
    )
  try {
    const holder = await client.readContract({
      abi,
      address: claim.contract,
      functionName: 'ownerOf',
      args: [tokenId],
    })
    return { known: true, holder: getAddress(holder), minted }
  } catch (error) {
    if (
      (error as Error).name === 'ContractFunctionExecutionError' &&
      (error as Error).message.includes('reverted')
    )
      return { known: false }
    throw error
  }
}
