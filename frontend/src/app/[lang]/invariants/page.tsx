import type { Metadata } from 'next'
import { Figures } from '@/features/invariants/ui/figures'
import { alternates, openGraph } from '@/lib/metadata'
import { frame } from '@/ui/page'

interface Props {
  params: Promise<{ lang: string }>
}

// Rendered when first asked for; the figures themselves come to the browser.
export const generateStaticParams = () => []

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { lang } = await params
  const title = 'What we promise, counted'
  const description =
    'Editions sold and held against edition sizes, payments against orders: counted right now, for anyone to check.'
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
        <h1>What we promise, counted</h1>
        <p className={frame.lead}>
          No edition is sold twice, no payment is lost, nothing is delivered unpaid. These figures come from
          the database of orders itself. They are also at <a href="/api/invariants">/api/invariants</a>, for
          programs.
        </p>
      </header>
      <Figures />
    </div>
  )
}
