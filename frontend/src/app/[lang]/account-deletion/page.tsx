import type { Metadata } from 'next'
import { AccountDeletion } from '@/features/account/ui/account-deletion'
import * as t from '@/messages/account-data'

// Rendered when first requested: only the browser knows the link's secret.
export const generateStaticParams = () => []

export const metadata: Metadata = {
  title: t.deleteAccount,
  robots: { index: false },
  referrer: 'no-referrer',
}

export default async function Page({ params }: { params: Promise<{ lang: string }> }) {
  const { lang } = await params
  return <AccountDeletion lang={lang} />
}
