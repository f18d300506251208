import { count } from '@/lib/words'

/** Texts: the archives of a collection and of an artist. */

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

interface Missing {
  name: string
  why: string
}

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
  missing: Missing[]
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
${notThere(missing, absent)}`

/** What a README.txt says about files that aren't in the archive. */
function notThere(missing: Missing[], absent: string[]) {
  const problems =
    missing.length === 0
      ? '\nNothing is missing.\n'
      : `\nMISSING: these files could not be read. Download the archive again to retry.\n\n${missing
          .map(({ name, why }) => `  ${name}\n    ${why}`)
          .join('\n')}\n`
  if (absent.length === 0) return problems
  return `${problems}\nThese don't exist, so nothing is lost:\n\n${absent.map((name) => `  ${name}`).join('\n')}\n`
}

// The archive of an artist
export const artistHeading = 'Take your works with you'
export const artistWhat =
  'One ZIP file with the originals, pictures and texts of your works, the texts and pictures of your latest 50 drafts, and your statements. You can read everything in it without us.'

/** README.txt of an artist's archive. */
export const artistReadme = ({
  name,
  date,
  site,
  works,
  drafts,
  missing,
  absent,
}: {
  name: string
  date: string
  site: string
  works: number
  drafts: number
  missing: Missing[]
  absent: string[]
}) => `The works of ${name} at ${site}, saved on ${date}

${count(works, 'work')} on the site and ${count(drafts, 'draft')}.

artist.json       what the site says about you, with your portrait beside it
works/            a folder for each work on the site:
                    work.json          its texts, price, editions and attributes
                    original           the original file, if it is kept separately
                    media-1, …         its files on the site, the largest of each
drafts/           a folder for each draft and submission: draft.json with its history, its picture, film or page,
                    and the picture and film as you uploaded them
statements/       a statement of all time and of each year with sales, as PDF and CSV
SHA256SUMS        the hash of every file. To check them: sha256sum -c SHA256SUMS
${notThere(missing, absent)}`
