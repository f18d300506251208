import type { ReactNode } from 'react'
import type { PostQuery } from '@/gen/graphql'
import { formatDate } from '@/lib/time'
import { Name, words } from '@/ui/name'
import { frame } from '@/ui/page'
import { Picture } from '@/ui/picture'
import { Prose } from '@/ui/prose'

interface PostArticleProps {
  post: Pick<NonNullable<PostQuery['post']>, 'title' | 'summary' | 'publishedAt' | 'cover'>
  /** The category and the author, as text or as links. */
  category: ReactNode
  author: ReactNode
  /** The rendered body; empty if the post has none. */
  html: string
  /** The element of the title, if there is a heading above it. */
  heading?: 'h1' | 'h3'
}

/** A post, published or not. */
export function PostArticle({ post, category, author, html, heading: Title = 'h1' }: PostArticleProps) {
  return (
    <article>
      <header className={frame.head}>
        <p className={frame.kicker}>
          {category}, <time dateTime={post.publishedAt}>{formatDate(post.publishedAt)}</time>
          {author && (
            <>
              , <bdi>{author}</bdi>
            </>
          )}
        </p>
        <Title>
          <Name>{post.title}</Name>
        </Title>
        {post.summary && (
          <p {...words(post.summary)} className={frame.lead}>
            {post.summary}
          </p>
        )}
      </header>
      {post.cover && (
        <div style={{ maxWidth: '60rem', marginBottom: 'var(--space-7)' }}>
          <Picture media={post.cover} sizes="(width >= 1024px) 60rem, (width >= 600px) 91vw, 88.5vw" first />
        </div>
      )}
      {html && <Prose html={html} />}
    </article>
  )
}
