/** Texts: withdraw. */

// Withdraw dialog
export const title = (artworkTitle: string) => `Send ${artworkTitle} to your wallet`
export const approveBySignature = 'Approve it with your wallet’s signature.'
export const approveByEmail = 'Approve it from the link we email you.'
export const walletAddress = 'Wallet address'
export const walletAddressHint =
  'An address, or an ENS name like alice.eth. Check it carefully: nobody can recover a token sent to the wrong address.'
export const requestWithdrawal = 'Request withdrawal'
export const useMyConnectedWallet = 'Use my connected wallet'
export const explanation = (editionNumber: number, approval: string) =>
  `Edition #${editionNumber} moves from our vault to a wallet that you control. ${approval} We pay the network fee.`
