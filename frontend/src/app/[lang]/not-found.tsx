import type { Metadata } from 'next'
import { Link } from '@/ui/link'
import { Message } from '@/ui/message'

/** What the HTML of a page that is not there says; its own script then asks the page, which has to say the same. */
export const metadata: Metadata = { title: 'Not found', robots: { index: false } }

export default function NotFound() {
  return (
    <Message title="Nothing hangs here" kicker="404">
      <p>There’s no work, artist or page at this address. It may have moved, or the address was mistyped.</p>
      <p>
        <Link href="/en/artworks/">See the artworks</Link>, <Link href="/en/artists/">the artists</Link> or{' '}
        <Link href="/en/">go to the home page</Link>.
      </p>
    </Message>
  )
}
