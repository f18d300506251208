import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { getPost } from '@/features/post/data'
import { categoryName } from '@/features/post/model'
import { env } from '@/lib/env'
import { plainText, renderMarkdown } from '@/lib/markdown'
import { alternates, openGraph } from '@/lib/metadata'
import { absolute, breadcrumbs, scriptOf } from '@/lib/structured'
import { formatDate } from '@/lib/time'
import { Link } from '@/ui/link'
import { frame } from '@/ui/page'
import { Picture } from '@/ui/picture'
import { stillOf } from '@/ui/picture-source'
import { Prose } from '@/ui/prose'
import { StructuredData } from '@/ui/structured-data'
import { pictureOf } from '../../share'

interface Props {
  params: Promise<{ lang: string; slug: string }>
}

// Rendered when first asked for, then kept until a fact says otherwise: at build no address is known.
export const generateStaticParams = () => []

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { lang, slug } = await params
  const post = await getPost(slug)
  if (!post) return { title: 'Not found', robots: { index: false } }
  const path = `/${lang}/blog/${post.slug}/`
  const description = post.summary ?? plainText(post.body ?? post.title)
  return {
    title: post.title,
    description,
    alternates: alternates(path),
    openGraph: openGraph({
      title: post.title,
      description,
      path,
      picture: pictureOf(post.cover, `Picture of the post ${post.title}`),
      published: post.publishedAt,
    }),
  }
}

export default async function Page({ params }: Props) {
  const { lang, slug } = await params
  const post = await getPost(slug)
  if (!post) notFound()
  if (post.slug !== slug) permanentRedirect(`/${lang}/blog/${post.slug}/`)
  return (
    <article className={frame.page}>
      <StructuredData
        text={scriptOf(
          {
            '@type': 'Article',
            headline: post.title,
            description: post.summary ?? undefined,
            datePublished: post.publishedAt,
            author: post.author ? { '@type': 'Person', name: post.author } : undefined,
            image: absolute(post.cover && stillOf(post.cover)?.src) ?? undefined,
            articleSection: categoryName(post.category),
            mainEntityOfPage: new URL(`/${lang}/blog/${post.slug}/`, env().PUBLIC_URL).href,
            publisher: { '@type': 'Organization', name: 'Vitrine' },
          },
          breadcrumbs(
            env().PUBLIC_URL,
            ['Blog', `/${lang}/blog/`],
            [post.title, `/${lang}/blog/${post.slug}/`],
          ),
        )}
      />
      <header className={frame.head}>
        <p className={frame.kicker}>
          <Link href={`/${lang}/blog/?postCategory=${post.category}`}>{categoryName(post.category)}</Link>,{' '}
          <time dateTime={post.publishedAt}>{formatDate(post.publishedAt)}</time>
          {post.author && <>, {post.author}</>}
        </p>
        <h1>{post.title}</h1>
        {post.summary && <p className={frame.lead}>{post.summary}</p>}
      </header>
      {post.cover && (
        <div style={{ maxWidth: '60rem', marginBottom: 'var(--space-7)' }}>
          <Picture media={post.cover} sizes="(width >= 1024px) 60rem, (width >= 600px) 91vw, 88.5vw" first />
        </div>
      )}
      {post.body && <Prose html={renderMarkdown(post.body)} />}
    </article>
  )
}
