import * as t from '@/messages/address'
/** Whether a text was meant as an ENS name and not as an address. */
export const looksLikeName = (text: string) => text.includes('.') && !/^0x[0-9a-f]{40}$/i.test(text.trim())

/** Why a text is no address to send to, or null. Checksums are looked at where the letters' case carries one (EIP-55). */
export async function addressProblem(text: string): Promise<string | null> {
  const address = text.trim()
  if (!address) return t.addressMissing
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return t.addressMalformed
  if (/^0x0{40}$/.test(address)) return t.addressOfNobody
  const { isAddress } = await import('viem/utils')
  // Without capitals there is no checksum to be wrong.
  return isAddress(address, { strict: address !== address.toLowerCase() }) ? null : t.checksumWrong
}

/** "0x1234…abcd" for a line of text; the whole address stands beside it or in a title. */
export const shortAddress = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`
