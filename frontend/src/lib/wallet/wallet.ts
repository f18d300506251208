import type { Wallet } from './model'

/** Lets the visitor choose a wallet and connects it. The wallet code loads only now. */
export async function connectWallet(): Promise<Wallet> {
  const { connect } = await import('./connect')
  return connect()
}

/** An EIP-4361 message, ready to be signed. `nonce` comes from GET /api/auth/siwe/nonce. */
export async function signInMessage(
  address: string,
  chainId: number,
  nonce: string,
  statement: string,
): Promise<string> {
  const { createSiweMessage } = await import('viem/siwe')
  return createSiweMessage({
    address: address as `0x${string}`,
    chainId,
    domain: location.host,
    nonce,
    statement,
    uri: location.origin,
    version: '1',
    issuedAt: new Date(),
  })
}
