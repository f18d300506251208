import type { Checkout } from './model'

/**
 * Whether a block holds the transaction that the buyer named, undone: an amount that was changed in the wallet, or one
 * that came after the lock. False while it waits and where nobody knows. Costs one call to the node, whose code loads now.
 */
export async function isRefused({
  chainId,
  transactionHash,
}: Pick<Checkout, 'chainId' | 'transactionHash'>): Promise<boolean> {
  if (!transactionHash) return false
  const { askNode } = await import('@/lib/wallet/node')
  const receipt = (await askNode(chainId, 42, 'eth_getTransactionReceipt', [transactionHash])) as {
    status?: string
  } | null
  return receipt?.status === '0x0'
}
