import type { Metadata } from 'next'
import { Verifier } from '@/features/certificate/ui/verifier'
import { alternates, openGraph } from '@/lib/metadata'
import { frame } from '@/ui/page'

interface Props {
  params: Promise<{ lang: string }>
}

// Rendered on the first request; the certificate never leaves the browser.
export const generateStaticParams = () => []

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { lang } = await params
  const title = 'Verify a certificate'
  const description =
    'Check who signed a certificate of authenticity, what it states and who holds the token today.'
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
        <h1>Verify a certificate</h1>
        <p className={frame.lead}>
          Choose the certificate you downloaded, or take a photo of its printed code. Your browser checks the
          signature and looks up the token’s holder on the blockchain. The file never leaves your device.
        </p>
      </header>
      <Verifier />
    </div>
  )
}
