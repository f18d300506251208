import type { Metadata } from 'next'
import { Message } from '@/ui/message'

// Rendered on the first request and cached until an event revalidates it: no address is known at build time.
export const generateStaticParams = () => []

export const metadata: Metadata = { title: 'Maintenance', robots: { index: false } }

export default function Page() {
  return (
    <Message title="We are rehanging">
      <p>
        The gallery is closed for a short while. We still see payments you’ve sent, and approval links in your
        email still work.
      </p>
    </Message>
  )
}
