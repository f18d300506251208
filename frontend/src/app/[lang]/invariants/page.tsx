import type { Metadata } from 'next'
import { Figures } from '@/features/invariants/ui/figures'
import { alternates, openGraph } from '@/lib/metadata'
import * as t from '@/messages/invariants'
import { frame } from '@/ui/page'

interface Props {
  params: Promise<{ lang: string }>
}

// Rendered on the first request; the browser loads the figures.
export const generateStaticParams = () => []

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { lang } = await params
  const title = t.ourPromisesInNumbers
  const description = t.pageDescription
  const path = `/${lang}/invariants/`
  return {
    title,
    description,
    alternates: alternates(path),
    openGraph: openGraph({ title, description, path }),
  }
}

export default async function Page() {
  return (
    <div className={frame.page}>
      <header className={frame.head}>
        <h1>{t.ourPromisesInNumbers}</h1>
        <p className={frame.lead}>
          {t.introduction} <a href="/api/invariants">{t.readThemAsJson}</a>.
        </p>
      </header>
      <Figures />
    </div>
  )
}
