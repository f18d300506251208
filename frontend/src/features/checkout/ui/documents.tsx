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
  const documents: { name: Parameters<typeof documentPath>[1]; label: string; file: string }[] = []
  if (hasReceipt(checkout.status))
    documents.push({ name: 'receipt', label: t.downloadReceipt, file: `receipt-${checkout.id}.pdf` })
  const invoice = checkout.invoiceNumber
  if (invoice) documents.push({ name: 'invoice', label: t.invoice(invoice), file: `invoice-${invoice}.pdf` })
  for (const { number } of checkout.creditNotes ?? [])
    documents.push({
      name: { creditNote: number },
      label: t.creditNote(number),
      file: `credit-note-${number}.pdf`,
    })
  return documents.map(({ name, label, file }) => {
    const path = documentPath(checkout.id, name)
    return (
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
    )
  })
}
