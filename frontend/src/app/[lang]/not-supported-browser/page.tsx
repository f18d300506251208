import type { Metadata } from 'next'
import { ContentPage } from '@/features/page/ui/content-page'
import { getUnsupportedBrowserPage } from '@/features/page/unsupported-browser'

// Rendered when first requested, then kept until an event: at build no address is known.
export const generateStaticParams = () => []

export async function generateMetadata(): Promise<Metadata> {
  const { title } = await getUnsupportedBrowserPage()
  return { title, robots: { index: false } }
}

export default async function Page() {
  return <ContentPage page={await getUnsupportedBrowserPage()} />
}
