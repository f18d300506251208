import type { Metadata, Viewport } from 'next'
import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import '@/ui/global.css'
import { themeScript } from '@/features/site/theme'
import { Footer } from '@/features/site/ui/footer'
import { Offline, Progress } from '@/features/site/ui/frame'
import { Header } from '@/features/site/ui/header'
import { Outdated } from '@/features/site/ui/outdated'
import { env } from '@/lib/env'
import { isLocale } from '@/lib/locale'
import { houseDescription, housePicture } from '@/lib/metadata'
import { visuallyHidden } from '@/ui/visually-hidden'
import { faces } from '../fonts'
import { Behaviours } from './behaviours'
import { Late } from './late'
import styles from './layout.module.css'

export function generateMetadata(): Metadata {
  return {
    metadataBase: new URL(env().PUBLIC_URL),
    title: { default: 'Vitrine', template: '%s | Vitrine' },
    description: houseDescription,
    robots: { index: true, follow: true },
    openGraph: { siteName: 'Vitrine', type: 'website', locale: 'en', images: [housePicture] },
    twitter: { card: 'summary_large_image' },
  }
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fdfdfb' },
    { media: '(prefers-color-scheme: dark)', color: '#0e0e0d' },
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
  return (
    <html
      lang={lang}
      className={faces}
      // The framework then jumps to the top of a new page instead of scrolling there.
      data-scroll-behavior="smooth"
      suppressHydrationWarning
    >
      <body>
        <script
          // A module waits for no style sheet, so the rest of the page is read meanwhile; the first paint waits for it.
          type="module"
          async
          blocking="render"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of our own
          dangerouslySetInnerHTML={{ __html: themeScript }}
        />
        <a href="#main" className={`${visuallyHidden} ${styles.skip}`}>
          Skip to content
        </a>
        <Outdated lang={lang} />
        <Progress />
        <Header lang={lang} />
        <Offline />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Footer lang={lang} />
        <Late lang={lang} />
        <Behaviours />
      </body>
    </html>
  )
}
