import type { Metadata } from 'next'
import { OutLink } from '@/ui/link'
import { Message } from '@/ui/message'

// Rendered when first asked for, then kept until an event says otherwise: at build no address is known.
export const generateStaticParams = () => []

export const metadata: Metadata = { title: 'Your browser is no longer supported', robots: { index: false } }

export default function Page() {
  return (
    <Message title="Your browser is no longer supported">
      <p>
        The checkout and some of the works need Chrome, Edge or Firefox 111, Safari 16.4, or anything newer:
        browsers since spring 2023. An older one may show them wrongly, and cannot buy.
      </p>
      <p>
        Current versions of <OutLink href="https://www.mozilla.org/firefox/">Firefox</OutLink>, Chrome, Edge
        and Safari all work. What you own or have reserved stays yours, whichever browser you use.
      </p>
    </Message>
  )
}
