/** Texts: certificate. */

// Page: verify
export const verifyACertificate = 'Verify a certificate'
export const verifyDescription =
  'Check who signed a certificate of authenticity, what it states and who holds the token today.'
export const verifyIntroduction =
  'Choose the certificate you downloaded, or take a photo of its printed code. Your browser checks the signature and looks up the token’s holder on the blockchain. The file never leaves your device.'

// Verifier
export const checkNotLoaded = 'We couldn’t load the check. Check your connection and try again.'
export const fileLabel = 'Certificate: PDF, JSON or a photo of its code'
export const chooseFile = 'Choose a file'
export const runYourself =
  'You can run the same check on your own computer, against any node, with the program'
export const checking = 'Checking the signature and the token.'
export const forged = 'The signature doesn’t match'
export const forgedHint = 'The issuer that this certificate names didn’t sign what it says about'
export const forgedHintEnd = ': it was changed, or made up. Don’t rely on it.'
export const genuine = 'The signature is genuine'
export const genuineHint = 'This gallery signed it with'
export const issuerUnknownHint = '. Nothing has changed since.'
export const otherIssuer = 'Not signed by this gallery'
export const otherIssuerHint = 'It names'
export const otherIssuerHintEnd = 'as its issuer and was signed with'
export const whichIsntAnAddress =
  ', which isn’t an address of this gallery. If another gallery issued it, compare the address with the one that they publish. Otherwise don’t rely on it.'
export const issuerUnknown = 'Signed, but we couldn’t check the signer'
export const nothingHasChangedSinceIt = 'Nothing has changed since it was signed with'
export const weCouldntLoadWhich = '. We couldn’t load which addresses sign for this gallery. Try again later.'
export const networkUnavailable = 'The network is unavailable'
export const networkUnavailableHint =
  'We couldn’t check the token. That says nothing about the certificate. Try again later, or use vitrine-verify with another node.'
export const tokenMissing = 'The token doesn’t exist'
export const tokenMissingHint =
  'The signature is genuine, but the contract has no token with this number, or no longer has it.'
export const tokenExists = 'The token exists'
export const mintedByAnotherTransaction = 'Minted by another transaction'
export const heldBy = 'Held by'
export const heldByVault = ', our vault, for its owner.'
export const heldOutsideVault = '. It has left our vault.'
export const otherMint = ' The transaction that the certificate names didn’t mint it.'
export const editionOf = (editionNumber: number, editionSize: number) => `#${editionNumber} of ${editionSize}`
export const unique = 'Unique'
export const work = 'Work'
export const artist = 'Artist'
export const year = 'Year'
export const edition = 'Edition'
export const issued = 'Issued'
export const network = 'Network'
export const chainNumber = (chainId: number) => `Chain ${chainId}`
export const contract = 'Contract'
export const token = 'Token'
export const mintedBy = 'Minted by'
export const originalSha256 = 'Original (SHA-256)'
