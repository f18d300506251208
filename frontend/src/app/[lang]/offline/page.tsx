import type { Metadata } from 'next'
import { Message } from '@/ui/message'

// Rendered when first asked for, then kept until a fact says otherwise: at build no address is known.
export const generateStaticParams = () => []

export const metadata: Metadata = { title: 'Offline', robots: { index: false } }

/** The page that was asked for: without a connection this one stands at its address, and with no script but the frame's. */
const here = ''

export default function Page() {
  return (
    <Message title="You are offline">
      <p>
        The gallery needs a connection. What you had bought or reserved is safe with us: a reservation keeps
        its clock, a payment that was sent is seen without this page.
      </p>
      <p>
        <a href={here}>Try again</a> or <a href="/en/">start at the entrance</a>.
      </p>
    </Message>
  )
}
