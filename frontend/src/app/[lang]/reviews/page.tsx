import type { Metadata } from 'next'
import { Queue } from '@/features/review/ui/queue'
import * as t from '@/messages/review'
import { Link } from '@/ui/link'
import { frame } from '@/ui/page'

// Rendered on the first request; only the browsers of staff know the open cases.
export const generateStaticParams = () => []

export const metadata: Metadata = { title: t.paymentsToReview, robots: { index: false } }

export default async function Page({ params }: { params: Promise<{ lang: string }> }) {
  const { lang } = await params
  return (
    <div className={frame.page}>
      <header className={frame.place}>
        <p>
          <Link href={`/${lang}/profile/desk/`}>{t.backToDesk}</Link>
        </p>
        <h1>{t.paymentsToReview}</h1>
      </header>
      <div data-private>
        <Queue lang={lang} />
      </div>
    </div>
  )
}
