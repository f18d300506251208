/**
 * Whether a transaction that a buyer sent is in a block but failed: its amount was changed in the wallet, or it
 * came after the lock. False while it waits and if unknown. Costs one call to the node, whose code loads now.
 */
export async function isRefused(chainId: number, hash: string): Promise<boolean> {
  const { callNode } = await import('@/lib/wallet/node')
  const receipt = (await callNode(chainId, 42, 'eth_getTransactionReceipt', [hash])) as {
    status?: string
  } | null
  return receipt?.status === '0x0'
}
