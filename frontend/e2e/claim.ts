import { streams } from '../../render/test/pdf'

/** The claim that is attached to a certificate, in one of the compressed streams of its PDF. */
export function claimIn(pdf: Uint8Array): string {
  for (const stream of streams(pdf)) {
    const [claim] = /\{"version".*"signature":"0x[0-9a-f]+"\}/s.exec(stream.toString()) ?? []
    if (claim) return claim
  }
  throw new Error('the certificate has no claim')
}
