import type { Metadata } from 'next'
import { Figures } from '@/features/invariants/ui/figures'
import { alternates, openGraph } from '@/lib/metadata'
import { frame } from '@/ui/page'

interface Props {
  params: Promise<{ lang: string }>
}

// Rendered on the first request; the browser loads the figures.
export const generateStaticParams = () => []

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { lang } = await params
  const title = 'Our promises, in numbers'
  const description =
    'Editions sold and held against edition sizes, payments against orders: live figures that anyone can check.'
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
        <h1>Our promises, in numbers</h1>
        <p className={frame.lead}>
          No edition is sold twice, no payment is lost, nothing is delivered unpaid. These figures come
          straight from our order database. You can also <a href="/api/invariants">read them as JSON</a>.
        </p>
      </header>
      <Figures />
    </div>
  )
}
