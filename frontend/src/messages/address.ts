import { isolate } from '@/messages/direction'

/** Texts: address. */

// Address
export const addressMissing = 'Enter the address of a wallet: 0x and 40 characters.'
export const addressMalformed = 'An address is 0x and 40 characters of 0 to 9 and a to f.'
export const addressOfNobody = 'Nobody controls this address: anything sent there is lost.'
export const checksumWrong =
  'The checksum of this address is wrong: a character was mistyped. Copy it again from your wallet.'

// Use recipient
export const confirmAddressOf = (name: string) =>
  `Check the address that ${isolate(name)} points to, then confirm it.`

// Address field
export const addressOfTheName = 'Address of the name'
export const lookingUp = (name: string) => `Looking up ${isolate(name)}…`
export const addressConfirmed = 'This is the right address'
export const addressConfirmedHint =
  'Compare it with the one in your wallet. A name can point to another address tomorrow; what you confirm is the address.'
