/** Texts: artwork provenance. */

// Provenance
export const emptySoldOut =
  'Nothing is on record yet. An edition bought here appears once its payment is final; one that left the gallery earlier has no record here.'
export const emptyNotForSale = 'No edition has been minted.'
export const empty = 'No edition has been minted yet. The first one appears here when it is bought.'

// History
export const minted = 'Minted'
export const withdrawnToAWallet = 'Withdrawn to a wallet'
export const changedHands = 'Changed hands'
export const chainUnavailable =
  'We can’t read the chain right now. Nothing about the work or its owners has changed.'
export const tryAgain = 'Try again'
export const editionOf = (editionNumber: number, editionSize: number) => `#${editionNumber} of ${editionSize}`
export const token = 'Token'
export const contractPart = ', contract'
export const copyContract = 'Copy the contract’s address'
export const transaction = 'Transaction'
export const to = 'to'
export const notFinalYet = 'not final yet'
