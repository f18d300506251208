'use client'

import { download } from '@/lib/api/client'
import { wordsOf } from '@/lib/api/error'
import { paperPath } from '../calls'
import { type Checkout, hasReceipt } from '../model'

type Paper = Parameters<typeof paperPath>[1]

interface PaperLinksProps {
  checkout: Checkout
  onProblem: (words: string) => void
}

/** What may be downloaded of an order by now. */
export function PaperLinks({ checkout, onProblem }: PaperLinksProps) {
  const papers: [Paper, string, string][] = []
  if (hasReceipt(checkout.status)) papers.push(['receipt', 'Download receipt', `receipt-${checkout.id}.pdf`])
  if (checkout.invoiceNumber)
    papers.push(['invoice', `Invoice ${checkout.invoiceNumber}`, `invoice-${checkout.invoiceNumber}.pdf`])
  if (checkout.creditNoteNumber)
    papers.push([
      'credit-note',
      `Credit note ${checkout.creditNoteNumber}`,
      `credit-note-${checkout.creditNoteNumber}.pdf`,
    ])
  return papers.map(([paper, label, file]) => {
    const path = paperPath(checkout.id, paper)
    return (
      <a
        key={paper}
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
