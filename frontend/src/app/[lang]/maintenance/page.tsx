import type { Metadata } from 'next'
import { Message } from '@/ui/message'

// Rendered when first asked for, then kept until an event says otherwise: at build no address is known.
export const generateStaticParams = () => []

export const metadata: Metadata = { title: 'Maintenance', robots: { index: false } }

export default function Page() {
  return (
    <Message title="We are rehanging">
      <p>
        The gallery is closed for a short while. Payments that were sent are still watched, and links for
        approvals in your mail still work.
      </p>
    </Message>
  )
}
