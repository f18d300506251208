import { count } from '@/lib/words'

/** Texts: the archive of a collection. */

export const heading = 'Take everything with you'
export const what =
  'One ZIP file with the media, metadata and certificates of all your works, and the invoices of your orders. You can check everything in it without us.'
export const start = 'Download everything'
export const again = 'Download again'
export const cancel = 'Cancel download'
export const preparing = 'Preparing your archive…'
export const packed = (done: number, total: number) => `${done} of ${count(total, 'file')}`
export const progress = 'Files in your archive'
export const done = (files: number) => `Done: ${count(files, 'file')} saved.`
export const doneWithout = (files: number, missing: number) =>
  `Saved ${count(files, 'file')}, but ${missing === 1 ? 'one is' : `${missing} are`} missing. README.txt in the archive says which and why. Download again to retry.`
export const cancelled = 'Cancelled. Nothing was saved.'
export const noSpace = 'We couldn’t write the file. Check that your device has enough space, then try again.'

/** README.txt of an archive. */
export const readme = ({
  date,
  site,
  works,
  orders,
  missing,
  absent,
}: {
  date: string
  site: string
  works: number
  orders: number
  missing: { name: string; why: string }[]
  absent: string[]
}) => `Your collection at ${site}, saved on ${date}

${count(works, 'work')} and ${count(orders, 'order')}.

collection.json   your tokens: contract, token id, edition, where each is
orders.json       your orders
works/            a folder for each work:
                    the original file, or the largest public one if the work has no separate original
                    metadata.json      the token's public metadata
                    certificate.pdf    the certificate, with its signed claim attached
                    certificate.json   the signed claim alone
orders/           receipts, invoices and credit notes
SHA256SUMS        the hash of every file. To check them: sha256sum -c SHA256SUMS

A certificate can be checked without the gallery: vitrine-verify certificate.json
The media hash in its claim is the SHA-256 of the original file.
${
  missing.length === 0
    ? '\nNothing is missing.\n'
    : `\nMISSING: these files could not be read. Download the archive again to retry.\n\n${missing
        .map(({ name, why }) => `  ${name}\n    ${why}`)
        .join('\n')}\n`
}${absent.length === 0 ? '' : `\nThese don't exist, so nothing is lost:\n\n${absent.map((name) => `  ${name}`).join('\n')}\n`}`
