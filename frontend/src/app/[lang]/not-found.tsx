import type { Metadata } from 'next'
import { HungDaily } from '@/features/daily/ui/hung-daily'
import * as t from '@/messages/pages'
import { Link } from '@/ui/link'
import { Message } from '@/ui/message'

/** In case the browser renders it, the title has to be the same as in global-not-found.tsx. */
export const metadata: Metadata = { title: t.notFound, robots: { index: false } }

export default function NotFound() {
  return (
    <Message title={t.nothingHangsHere} kicker="404" beside={<HungDaily home="/en/" />}>
      <p>{t.nothingHangsHereHint}</p>
      <p>
        <Link href="/en/artworks/">{t.seeTheArtworks}</Link>, <Link href="/en/artists/">{t.theArtists}</Link>{' '}
        {t.or} <Link href="/en/">{t.goHome}</Link>.
      </p>
    </Message>
  )
}
