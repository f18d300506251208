/** A wallet of the visitor's, connected. Everything here may throw WalletProblem. */
export interface Wallet {
  /** EIP-55. */
  address: string
  chainId: () => Promise<number>
  signMessage: (message: string) => Promise<string>
  /** EIP-712 typed data as JSON, as eth_signTypedData_v4 takes it. Switches to the chain of its domain. */
  signTypedData: (json: string) => Promise<string>
  /** Switches to a chain of the shop; adds it where the wallet does not know it. */
  switchTo: (chainId: number) => Promise<void>
  /** Throws where the wallet holds less than this, in wei of the chain's coin. */
  expectCoin: (chainId: number, wei: bigint) => Promise<void>
  /** Sends exactly this and answers the hash. Throws before anything is sent where the balance does not cover it. */
  send: (payment: Payment, onFee?: (wei: bigint) => void) => Promise<string>
}

export interface Payment {
  chainId: number
  to: string
  data: string
  /** Wei, decimal. */
  value: string
}

/** Asks which wallet to use and connects it. The wallet code loads only now. */
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
