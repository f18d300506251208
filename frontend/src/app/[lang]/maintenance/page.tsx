import type { Metadata } from 'next'
import * as t from '@/messages/pages'
import { Message } from '@/ui/message'
import { Frame } from '@/ui/room'

// Rendered on the first request and cached until an event revalidates it: no address is known at build time.
export const generateStaticParams = () => []

export const metadata: Metadata = { title: t.maintenance, robots: { index: false } }

export default function Page() {
  return (
    <Message title={t.rehanging} beside={<Frame ratio={2 / 3} />}>
      <p>{t.maintenanceHint}</p>
    </Message>
  )
}
