import { isolate } from '@/messages/direction'

/** Texts: the certificate of an edition as a page. */

export const certificate = 'Certificate of authenticity'
export const titleOf = (title: string) => `Certificate of ${isolate(title)}`
export const editionOf = (edition: number, size: string) => `Edition ${edition} of ${size}`
export const unique = 'Unique'
export const by = (artist: string) => `by ${isolate(artist)}`
export const certifies =
  'The token below is the only token of this edition. The blockchain shows at any time who holds it.'
export const specimen = 'Specimen'
export const notMinted = 'This edition hasn’t been collected yet, so this is a specimen without value.'
export const looking = 'Looking up the token.'
export const unavailable = 'We can’t read the blockchain right now. Try again in a minute.'
export const token = 'Token'
export const contract = 'Contract'
export const network = 'Network'
export const minted = 'Minted'
export const mintTransaction = 'Mint transaction'
export const heldBy = 'Held by'
export const print = 'Print'
export const viewTheWork = 'View the work'
export const signed = 'Owners download the signed certificate from their collection.'
export const verify = 'Verify a certificate'
