import type { Metadata } from 'next'
import { LoginAlert } from '@/features/auth/ui/login-alert'
import * as t from '@/messages/security'

// Rendered when first requested: only the browser knows the link's secret.
export const generateStaticParams = () => []

export const metadata: Metadata = {
  title: t.reportLogin,
  robots: { index: false },
  referrer: 'no-referrer',
}

export default async function Page({ params }: { params: Promise<{ lang: string }> }) {
  const { lang } = await params
  return <LoginAlert lang={lang} />
}
