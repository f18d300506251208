import type { Metadata } from 'next'
import { OutLink } from '@/ui/link'
import { Message } from '@/ui/message'

// Rendered when first asked for, then kept until a fact says otherwise: at build no address is known.
export const generateStaticParams = () => []

export const metadata: Metadata = { title: 'Your browser is no longer supported', robots: { index: false } }

export default function Page() {
  return (
    <Message title="Your browser is no longer supported">
      <p>The works and the checkout need a browser of the last two years. Yours may show them wrongly.</p>
      <p>
        Current versions of <OutLink href="https://www.mozilla.org/firefox/">Firefox</OutLink>, Chrome, Edge
        and Safari all work.
      </p>
    </Message>
  )
}
