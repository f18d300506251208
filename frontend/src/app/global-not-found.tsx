import type { Metadata } from 'next'
import { defaultLocale } from '@/lib/locale'
import * as t from '@/messages/pages'
import { Document } from './[lang]/document'
import NotFound from './[lang]/not-found'

export const metadata: Metadata = { title: t.notFoundDocumentTitle, robots: { index: false } }

/**
 * The page for every address without one: addresses that match no route, and those that src/proxy.ts rewrites because the data API has
 * nothing there. Unlike notFound(), whose HTML has an empty body, this page is rendered on the server.
 */
export default function GlobalNotFound() {
  return (
    <Document lang={defaultLocale}>
      <NotFound />
    </Document>
  )
}
