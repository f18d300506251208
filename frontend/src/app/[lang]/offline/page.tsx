import type { Metadata } from 'next'
import { Message } from '@/ui/message'

// Rendered when first asked for, then kept until a fact says otherwise: at build no address is known.
export const generateStaticParams = () => []

export const metadata: Metadata = { title: 'Offline', robots: { index: false } }

export default function Page() {
  return (
    <Message title="You are offline">
      <p>
        The gallery needs a connection. What you had bought or reserved is safe with us: a reservation keeps
        its clock, a payment that was sent is seen without this page.
      </p>
      <p>
        <a href="/en/">Try again</a>
      </p>
    </Message>
  )
}
