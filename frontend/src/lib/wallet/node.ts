import { custom } from 'viem'
import { knownProblem } from './problem'

/** JSON-RPC's "resource unavailable" (EIP-1474). */
const unavailable = -32002

interface Reply {
  result?: unknown
  error?: { code: number | string; message: string; data?: unknown }
}

/** One JSON-RPC call through the gateway, which hides the node's address. Throws WalletProblem, or the node's error. */
export async function callNode(chainId: number, id: number, method: string, params: unknown = []) {
  const response = await fetch(`/rpc/${chainId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
  }).catch(() => {
    throw knownProblem('unreachable')
  })
  if (response.status === 429 || response.status >= 500) throw knownProblem('unreachable')
  const reply = (await response.json().catch(() => null)) as Reply | null
  // The gateway couldn't reach the node.
  if (reply?.error?.code === unavailable) throw knownProblem('unreachable')
  if (reply?.error) throw Object.assign(new Error(reply.error.message), reply.error)
  if (!reply || !('result' in reply)) throw knownProblem('bad_result')
  return reply.result
}

/** JSON-RPC of one chain, for the wallet library. */
export function node(chainId: number) {
  let id = 42
  return custom({
    request: ({ method, params }: { method: string; params?: unknown }) =>
      callNode(chainId, id++, method, params),
  })
}
