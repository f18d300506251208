import type { Metadata, Viewport } from 'next'
import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { env } from '@/lib/env'
import { isLocale } from '@/lib/locale'
import { pageColors, siteDescription, siteName, sitePicture, tabTitle } from '@/lib/metadata'
import { Document } from './document'

export function generateMetadata(): Metadata {
  return {
    metadataBase: new URL(env().PUBLIC_URL),
    title: { default: siteName, template: tabTitle('%s') },
    description: siteDescription,
    robots: { index: true, follow: true },
    openGraph: { siteName, type: 'website', locale: 'en', images: [sitePicture] },
    twitter: { card: 'summary_large_image' },
  }
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: pageColors.light },
    { media: '(prefers-color-scheme: dark)', color: pageColors.dark },
  ],
}

export default async function Layout({
  children,
  params,
}: {
  children: ReactNode
  params: Promise<{ lang: string }>
}) {
  const { lang } = await params
  if (!isLocale(lang)) notFound()
  return <Document lang={lang}>{children}</Document>
}
