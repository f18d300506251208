import type { Metadata } from 'next'
import { Entrance } from '@/features/auth/ui/entrance'
import { WalletDialog } from '@/features/wallet/ui/wallet-dialog'
import { frame } from '@/ui/page'

// Rendered on the first request; it contains nothing personal.
export const generateStaticParams = () => []

export const metadata: Metadata = { title: 'Register', robots: { index: false }, referrer: 'no-referrer' }

export default async function Page({ params }: { params: Promise<{ lang: string }> }) {
  const { lang } = await params
  return (
    <div className={frame.page}>
      <header className={frame.head}>
        <h1>Register</h1>
        <p className={frame.lead}>
          An account keeps your collection, orders and checkouts. Use an email address or an Ethereum wallet;
          both are free.
        </p>
      </header>
      <Entrance lang={lang} screen="register" />
      <WalletDialog />
    </div>
  )
}
