import type { Metadata } from 'next'
import { LinkedGift } from '@/features/gift/ui/linked-gift'
import * as t from '@/messages/gift'

// Rendered when first requested: only the browser knows the link's secret.
export const generateStaticParams = () => []

export const metadata: Metadata = {
  title: t.title,
  robots: { index: false },
  referrer: 'no-referrer',
}

export default async function Page({ params }: { params: Promise<{ lang: string }> }) {
  const { lang } = await params
  return <LinkedGift lang={lang} />
}
