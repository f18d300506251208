import type { Metadata } from 'next'
import { LoginScreen } from '@/features/auth/ui/login-screen'
import * as t from '@/messages/auth'
import { Entrance } from '../entrance'

// Rendered on the first request; it contains nothing personal.
export const generateStaticParams = () => []

// The work of the day changes at midnight.
export const revalidate = 60

export const metadata: Metadata = { title: t.register, robots: { index: false }, referrer: 'no-referrer' }

export default async function Page({ params }: { params: Promise<{ lang: string }> }) {
  const { lang } = await params
  return (
    <Entrance title={t.register} introduction={t.registerIntroduction}>
      <LoginScreen lang={lang} screen="register" />
    </Entrance>
  )
}
