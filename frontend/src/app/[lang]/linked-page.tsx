import type { Metadata } from 'next'
import type { ComponentType } from 'react'

interface Props {
  params: Promise<{ lang: string }>
}

/** The page of an emailed link is rendered when it is first requested: only the browser knows the link's secret. */
export const onFirstRequest = () => []

/** Its address is in no referrer, and search engines leave it out. */
export const linkedMetadata = (title: string): Metadata => ({
  title,
  robots: { index: false },
  referrer: 'no-referrer',
})

export const linkedPage = (Content: ComponentType<{ lang: string }>) =>
  async function Page({ params }: Props) {
    const { lang } = await params
    return <Content lang={lang} />
  }
