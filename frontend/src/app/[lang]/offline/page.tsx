import type { Metadata } from 'next'
import * as t from '@/messages/pages'
import { Message } from '@/ui/message'
import { Frame } from '@/ui/room'

// Rendered on the first request and cached until an event revalidates it: no address is known at build time.
export const generateStaticParams = () => []

export const metadata: Metadata = { title: t.offline, robots: { index: false } }

/** The requested page: without a connection, this one is shown at its address, with only the layout's scripts. */
const here = ''

export default function Page() {
  return (
    <Message title={t.youreOffline} beside={<Frame ratio={2 / 3} />}>
      <p>{t.offlineHint}</p>
      <p>
        <a href={here}>{t.tryAgain}</a> {t.or} <a href="/en/">{t.goHome}</a>.
      </p>
    </Message>
  )
}
