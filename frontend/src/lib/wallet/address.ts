import * as t from '@/messages/address'

/** Whether a text looks like an ENS name and not like an address. */
export const looksLikeName = (text: string) => text.includes('.') && !/^0x[0-9a-f]{40}$/i.test(text.trim())

/** Why a text is not a valid address, or null. The checksum is verified if the text has mixed case (EIP-55). */
export async function addressProblem(text: string): Promise<string | null> {
  const address = text.trim()
  if (!address) return t.addressMissing
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return t.addressMalformed
  if (/^0x0{40}$/.test(address)) return t.addressOfNobody
  const { isAddress } = await import('viem/utils')
  // Without capital letters there is no checksum to verify.
  return isAddress(address, { strict: address !== address.toLowerCase() }) ? null : t.checksumWrong
}
