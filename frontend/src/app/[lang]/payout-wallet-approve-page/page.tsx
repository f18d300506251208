import type { Metadata } from 'next'
import { Decision } from '@/features/approval/ui/decision'

// Rendered when first asked for: what is decided is known to the browser only.
export const generateStaticParams = () => []

export const metadata: Metadata = {
  title: 'Approve a payout wallet',
  robots: { index: false },
  referrer: 'no-referrer',
}

export default async function Page({ params }: { params: Promise<{ lang: string }> }) {
  const { lang } = await params
  return (
    <Decision lang={lang} path={`/${lang}/payout-wallet-approve-page/`} title="Approve a payout wallet" />
  )
}
