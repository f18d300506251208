/** A connected wallet of the visitor. Every method may throw WalletProblem. */
export interface Wallet {
  /** EIP-55. */
  address: string
  chainId: () => Promise<number>
  signMessage: (message: string) => Promise<string>
  /** EIP-712 typed data as JSON, for eth_signTypedData_v4. Switches to the chain of its domain. */
  signTypedData: (json: string) => Promise<string>
  /** Switches to one of the shop's chains, and adds it to a wallet that doesn't have it. */
  switchTo: (chainId: number) => Promise<void>
  /** Throws if the wallet holds less than this, in wei of the chain's coin. */
  expectCoin: (chainId: number, wei: bigint) => Promise<void>
  /** Sends exactly this and returns the hash. Throws before anything is sent if the balance doesn't cover it. */
  send: (payment: Payment, onFee?: (wei: bigint) => void) => Promise<string>
}

export interface Payment {
  chainId: number
  to: string
  data: string
  /** Wei, decimal. */
  value: string
}
