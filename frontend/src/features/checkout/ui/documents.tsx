'use client'

import { download } from '@/lib/api/client'
import { wordsOf } from '@/lib/api/error'
import * as t from '@/messages/documents'
import { documentPath } from '../calls'
import { type Checkout, hasReceipt } from '../model'

interface DocumentLinksProps {
  checkout: Checkout
  onProblem: (words: string) => void
}

/** Every document of an order that can be downloaded by now. */
export function DocumentLinks({ checkout, onProblem }: DocumentLinksProps) {
  const documents: { path: string; label: string; file: string }[] = []
  if (checkout.status === 'completed' && checkout.tokenId)
    documents.push({
      path: `/api/tokens/${checkout.tokenId}/certificate.pdf`,
      label: t.certificate,
      file: `certificate-${checkout.tokenId}.pdf`,
    })
  const add = (name: Parameters<typeof documentPath>[1], label: string, file: string) =>
    documents.push({ path: documentPath(checkout.id, name), label, file })
  if (hasReceipt(checkout.status)) add('receipt', t.downloadReceipt, `receipt-${checkout.id}.pdf`)
  const invoice = checkout.invoiceNumber
  if (invoice) add('invoice', t.invoice(invoice), `invoice-${invoice}.pdf`)
  for (const { number } of checkout.creditNotes ?? [])
    add({ creditNote: number }, t.creditNote(number), `credit-note-${number}.pdf`)
  return documents.map(({ path, label, file }) => (
    <a
      key={label}
      href={path}
      onClick={(event) => {
        event.preventDefault()
        onProblem('')
        download(path, file).catch((error: unknown) => onProblem(wordsOf(error)))
      }}
    >
      {label}
    </a>
  ))
}
