import type { Metadata } from 'next'
import { PayoutAlert } from '@/features/payout/ui/alert'
import * as t from '@/messages/payout-alert'

// Rendered when first requested: only the browser knows what the link is about.
export const generateStaticParams = () => []

export const metadata: Metadata = {
  title: t.stopChangeTitle,
  robots: { index: false },
  referrer: 'no-referrer',
}

export default async function Page({ params }: { params: Promise<{ lang: string }> }) {
  const { lang } = await params
  return <PayoutAlert lang={lang} />
}
