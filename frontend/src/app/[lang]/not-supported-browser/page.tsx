import type { Metadata } from 'next'
import { ContentPage } from '@/features/page/ui/content-page'
import { getUnsupportedBrowserPage } from '@/features/page/unsupported-browser'

// Rendered on the first request and cached until an event revalidates it: no address is known at build time.
export const generateStaticParams = () => []

export async function generateMetadata(): Promise<Metadata> {
  const { title } = await getUnsupportedBrowserPage()
  return { title, robots: { index: false } }
}

export default async function Page() {
  return <ContentPage page={await getUnsupportedBrowserPage()} />
}
