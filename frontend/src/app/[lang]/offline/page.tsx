import type { Metadata } from 'next'
import { Message } from '@/ui/message'

// Rendered on the first request and cached until an event revalidates it: no address is known at build time.
export const generateStaticParams = () => []

export const metadata: Metadata = { title: 'Offline', robots: { index: false } }

/** The requested page: without a connection, this one is shown at its address, with only the layout's scripts. */
const here = ''

export default function Page() {
  return (
    <Message title="You’re offline">
      <p>
        The gallery needs a connection. Anything you’ve bought or reserved is safe: your hold keeps running
        and payments still arrive.
      </p>
      <p>
        <a href={here}>Try again</a> or <a href="/en/">go to the home page</a>.
      </p>
    </Message>
  )
}
