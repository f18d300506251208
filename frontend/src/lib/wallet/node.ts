import { custom } from 'viem'
import { knownProblem } from './problem'

interface Reply {
  result?: unknown
  error?: { code: number | string; message: string; data?: unknown }
}

/** One call over our own door: the node's address is nobody's business. Throws WalletProblem, or what the node said. */
export async function askNode(chainId: number, id: number, method: string, params: unknown = []) {
  const response = await fetch(`/rpc/${chainId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
  }).catch(() => {
    throw knownProblem('unreachable')
  })
  // A door that is shut answers for itself, not as a node does.
  if (response.status === 429 || response.status >= 500) throw knownProblem('unreachable')
  const reply = (await response.json().catch(() => null)) as Reply | null
  if (reply?.error) throw Object.assign(new Error(reply.error.message), reply.error)
  if (!reply || !('result' in reply)) throw knownProblem('bad_result')
  return reply.result
}

/** JSON-RPC of one chain, for the wallet library. */
export function node(chainId: number) {
  let id = 42
  return custom({
    request: ({ method, params }: { method: string; params?: unknown }) =>
      askNode(chainId, id++, method, params),
  })
}
