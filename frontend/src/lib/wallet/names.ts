import { decodeFunctionResult, encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import { namehash, normalize } from 'viem/ens'
import type { NameService } from '@/lib/config'
import { callNode } from './node'
import { knownProblem, WalletProblem } from './problem'

const abi = parseAbi([
  'function resolver(bytes32 node) view returns (address)',
  'function addr(bytes32 node) view returns (address)',
])

/** Selector of OffchainLookup (EIP-3668): the resolver refers the page to a web server. */
const offchainLookup = '0x556f1830'

/** A typed name and the address that it points to. */
export interface ResolvedName {
  /** Normalized (ENSIP-15). */
  name: string
  /** EIP-55. */
  address: string
}

/**
 * The address that an ENS name points to now. The server resolves the name in the same way (docs/adr/0023). Loads the wallet
 * library: import it where a name was typed. Throws WalletProblem.
 */
export async function resolveName(service: NameService, text: string): Promise<ResolvedName> {
  const name = normalized(text)
  const args = [namehash(name)] as const
  const resolver = await read(service, service.registry as Hex, 'resolver', args, 'no_names')
  if (resolver === zeroAddress) throw knownProblem('name_not_found')
  const address = await read(service, resolver, 'addr', args, 'name_not_found')
  if (address === zeroAddress) throw knownProblem('name_not_found')
  return { name, address }
}

function normalized(text: string) {
  try {
    return normalize(text.trim())
  } catch {
    throw knownProblem('name_invalid')
  }
}

async function read(
  { chainId }: NameService,
  to: Hex,
  functionName: 'resolver' | 'addr',
  args: readonly [Hex],
  missing: 'no_names' | 'name_not_found',
) {
  const call = { to, data: encodeFunctionData({ abi, functionName, args }) }
  let data: Hex
  try {
    data = (await callNode(chainId, 42, 'eth_call', [call, 'latest'])) as Hex
  } catch (error) {
    if (error instanceof WalletProblem) throw error
    const reply = error as { message?: string; data?: unknown }
    if (typeof reply.data === 'string' && reply.data.startsWith(offchainLookup))
      throw knownProblem('no_names')
    if (reply.data !== undefined || /revert/i.test(reply.message ?? '')) throw knownProblem(missing)
    throw knownProblem('unreachable')
  }
  try {
    return decodeFunctionResult({ abi, functionName, data })
  } catch {
    throw knownProblem(missing)
  }
}
