import type { Metadata } from 'next'
import { LoginScreen } from '@/features/auth/ui/login-screen'
import { WalletDialog } from '@/features/wallet/ui/wallet-dialog'
import * as t from '@/messages/auth'
import { frame } from '@/ui/page'

// Rendered on the first request; it contains nothing personal.
export const generateStaticParams = () => []

export const metadata: Metadata = { title: t.logIn, robots: { index: false }, referrer: 'no-referrer' }

export default async function Page({ params }: { params: Promise<{ lang: string }> }) {
  const { lang } = await params
  return (
    <div className={frame.page}>
      <header className={frame.head}>
        <h1>{t.logIn}</h1>
        <p className={frame.lead}>{t.logInIntroduction}</p>
      </header>
      <LoginScreen lang={lang} screen="login" />
      <WalletDialog />
    </div>
  )
}
