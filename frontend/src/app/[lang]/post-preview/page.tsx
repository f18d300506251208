import type { Metadata } from 'next'
import { Preview } from '@/features/post/ui/preview'
import * as t from '@/messages/preview'
import { frame } from '@/ui/page'

// Rendered on the first request; it contains nothing personal.
export const generateStaticParams = () => []

export const metadata: Metadata = { title: t.preview, robots: { index: false }, referrer: 'no-referrer' }

export default async function Page({ params }: { params: Promise<{ lang: string }> }) {
  const { lang } = await params
  return (
    <div className={frame.page}>
      <Preview lang={lang} />
    </div>
  )
}
