import type { Metadata } from 'next'
import { Decision } from '@/features/approval/ui/decision'
import * as t from '@/messages/approval'

// Rendered on the first request; only the browser knows the request to decide.
export const generateStaticParams = () => []

export const metadata: Metadata = {
  title: t.approveAWithdrawal,
  robots: { index: false },
  referrer: 'no-referrer',
}

export default async function Page({ params }: { params: Promise<{ lang: string }> }) {
  const { lang } = await params
  return <Decision lang={lang} path={`/${lang}/withdraw-token-approve-page/`} title={t.approveAWithdrawal} />
}
