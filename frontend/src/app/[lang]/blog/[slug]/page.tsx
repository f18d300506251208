import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { Hang } from '@/features/artwork/ui/hang'
import { listCurators } from '@/features/curator/data'
import { getPost, listPosts, listWorksIn } from '@/features/post/data'
import { PostArticle } from '@/features/post/ui/post-article'
import { PostCard } from '@/features/post/ui/post-card'
import { env } from '@/lib/env'
import { plainText, renderMarkdown } from '@/lib/markdown'
import { alternates, openGraph } from '@/lib/metadata'
import { absolute, breadcrumbs, scriptOf } from '@/lib/structured'
import * as t from '@/messages/blog'
import { isolate } from '@/messages/direction'
import { Link } from '@/ui/link'
import { Name } from '@/ui/name'
import { frame } from '@/ui/page'
import { stillOf } from '@/ui/picture-source'
import { StructuredData } from '@/ui/structured-data'
import { cardPicture } from '../../share'

interface Props {
  params: Promise<{ lang: string; slug: string }>
}

// Rendered on the first request and cached until an event revalidates it: no address is known at build time.
export const generateStaticParams = () => []

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { lang, slug } = await params
  const post = await getPost(slug)
  if (!post) return { title: t.notFound, robots: { index: false } }
  const path = `/${lang}/blog/${post.slug}/`
  const description = post.summary ?? plainText(post.body ?? post.title)
  return {
    title: isolate(post.title),
    description,
    alternates: alternates(path),
    openGraph: openGraph({
      title: post.title,
      description,
      path,
      picture: cardPicture(path, post.title),
      published: post.publishedAt,
    }),
  }
}

export default async function Page({ params }: Props) {
  const { lang, slug } = await params
  const post = await getPost(slug)
  if (!post) notFound()
  if (post.slug !== slug) permanentRedirect(`/${lang}/blog/${post.slug}/`)
  const [curators, posts, works] = await Promise.all([
    listCurators(),
    listPosts({ filter: { postCategory: post.category } }),
    listWorksIn(post.body ?? ''),
  ])
  const author = curators.find(({ name }) => name === post.author)
  const more = posts.items.filter(({ id }) => id !== post.id).slice(0, 3)
  const [onlyMore] = more.length === 1 ? more : []
  return (
    <div className={frame.page}>
      <StructuredData
        text={scriptOf(
          {
            '@type': 'Article',
            headline: post.title,
            description: post.summary ?? undefined,
            datePublished: post.publishedAt,
            author: post.author ? { '@type': 'Person', name: post.author } : undefined,
            image: absolute(post.cover && stillOf(post.cover)?.src) ?? undefined,
            articleSection: post.categoryName,
            mainEntityOfPage: new URL(`/${lang}/blog/${post.slug}/`, env().PUBLIC_URL).href,
            publisher: { '@type': 'Organization', name: 'Vitrine' },
          },
          breadcrumbs(
            env().PUBLIC_URL,
            [t.blog, `/${lang}/blog/`],
            [post.title, `/${lang}/blog/${post.slug}/`],
          ),
        )}
      />
      <PostArticle
        post={post}
        category={
          <Link href={`/${lang}/blog/?postCategory=${post.category}`}>
            <Name>{post.categoryName}</Name>
          </Link>
        }
        author={
          author ? (
            <Link href={`/${lang}/curators/${author.slug}/`}>
              <Name>{author.name}</Name>
            </Link>
          ) : (
            post.author
          )
        }
        html={renderMarkdown(post.body ?? '')}
      />
      {works.length > 0 && (
        <section className={frame.section} aria-labelledby="works">
          <h2 id="works">{works.length === 1 ? t.workInThisPost : t.worksInThisPost}</h2>
          <Hang artworks={works} lang={lang} level={3} />
        </section>
      )}
      {onlyMore && (
        <p className={frame.section}>
          {t.moreIn(post.categoryName)}:{' '}
          <Link href={`/${lang}/blog/${onlyMore.slug}/`}>
            <Name>{onlyMore.title}</Name>
          </Link>
        </p>
      )}
      {more.length > 1 && (
        <section className={frame.section} aria-labelledby="more">
          <div className={frame.sectionHead}>
            <h2 id="more">{t.moreIn(post.categoryName)}</h2>
            <Link href={`/${lang}/blog/`}>{t.allPosts}</Link>
          </div>
          {more.map((related) => (
            <PostCard key={related.id} post={related} lang={lang} level={3} />
          ))}
        </section>
      )}
    </div>
  )
}
