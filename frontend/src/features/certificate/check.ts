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
import { callNode } from '@/lib/wallet/node'
import { type Claim, typedData } from './model'

/** Half of the curve's order. A signature above it has a second valid form, and certificates use the lower one (EIP-2). */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

const abi = parseAbi([
  'error ERC721NonexistentToken(uint256 tokenId)',
  'function ownerOf(uint256 tokenId) view returns (address)',
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
])

/** Whether the claim's issuer signed exactly this claim. */
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

/** Whether a claim's issuer is among those that the gallery publishes; null if it publishes none. */
export const isIssuedBy = ({ issuer }: Claim, issuers: string[]) =>
  issuers.length === 0 ? null : issuers.some((known) => isAddress(known) && isAddressEqual(known, issuer))

/** A node's data about the token. */
export type OnChain =
  | { known: true; holder: string; minted: boolean }
  /** The contract doesn't have this token (any more). */
  | { known: false }

type Request = (call: { method: string; params?: unknown }) => Promise<unknown>

/** JSON-RPC to a node of a chain, through the gateway. Throws if the chain is unknown or its node is unavailable. */
const nodeOf = (chainId: number): Request => {
  let id = 42
  return ({ method, params }) => callNode(chainId, id++, method, params)
}

/** The contract itself reverted because it has no such token. Any other error is about the node, and says nothing about the token. */
function isRevert(error: unknown): boolean {
  for (let at = error; at && typeof at === 'object'; at = (at as { cause?: unknown }).cause) {
    const { name, code, data } = at as { name?: string; code?: unknown; data?: unknown }
    if (name === 'AbiDecodingZeroDataError' || name === 'ContractFunctionZeroDataError') return true
    // 3 is "execution reverted" (EIP-1474). Some nodes send another code, but then with the contract's revert data.
    if (code === 3 || (typeof data === 'string' && /^0x[0-9a-f]{8}/i.test(data))) return true
  }
  return false
}

/** Reads who holds the token and whether the claim's transaction minted it. Throws if no node responds. */
export async function readChain(claim: Claim, request: Request = nodeOf(claim.chainId)): Promise<OnChain> {
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
    if (isRevert(error)) return { known: false }
    throw error
  }
}
