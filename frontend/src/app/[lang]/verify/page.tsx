import type { Metadata } from 'next'
import { Verifier } from '@/features/certificate/ui/verifier'
import { alternates, openGraph } from '@/lib/metadata'
import * as t from '@/messages/certificate'
import { frame } from '@/ui/page'

interface Props {
  params: Promise<{ lang: string }>
}

// Rendered on the first request; the certificate never leaves the browser.
export const generateStaticParams = () => []

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { lang } = await params
  const title = t.verifyACertificate
  const description = t.verifyDescription
  const path = `/${lang}/verify/`
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
        <h1>{t.verifyACertificate}</h1>
        <p className={frame.lead}>{t.verifyIntroduction}</p>
      </header>
      <Verifier />
    </div>
  )
}
