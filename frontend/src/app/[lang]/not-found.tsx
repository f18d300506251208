import type { Metadata } from 'next'
import { Link } from '@/ui/link'
import { Message } from '@/ui/message'

/** In case the browser renders it, the title has to be the same as in global-not-found.tsx. */
export const metadata: Metadata = { title: 'Not found', robots: { index: false } }

export default function NotFound() {
  return (
    <Message title="Nothing hangs here" kicker="404">
      <p>There’s no artwork, artist or page at this address. It may have moved, or the link has a typo.</p>
      <p>
        <Link href="/en/artworks/">See the artworks</Link>, <Link href="/en/artists/">the artists</Link> or{' '}
        <Link href="/en/">go to the home page</Link>.
      </p>
    </Message>
  )
}
