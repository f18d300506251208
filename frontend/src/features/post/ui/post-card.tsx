import type { CSSProperties } from 'react'
import type { PostCardFragment } from '@/gen/graphql'
import { formatDate } from '@/lib/time'
import { Link } from '@/ui/link'
import { Picture } from '@/ui/picture'
import { ratioOf } from '@/ui/picture-source'
import styles from './post-card.module.css'

export function PostCard({ post, lang, level = 2 }: { post: PostCardFragment; lang: string; level?: 2 | 3 }) {
  const Heading = `h${level}` as const
  return (
    <article className={styles.card}>
      <p className={styles.meta}>
        {post.categoryName}
        <time dateTime={post.publishedAt}>{formatDate(post.publishedAt)}</time>
      </p>
      <div>
        <Heading className={styles.title}>
          <Link href={`/${lang}/blog/${post.slug}/`}>{post.title}</Link>
        </Heading>
        {post.summary && <p className={styles.summary}>{post.summary}</p>}
      </div>
      {post.cover && (
        <div className={styles.cover} style={{ '--ratio': ratioOf(post.cover) } as CSSProperties}>
          <Picture media={post.cover} alt="" sizes="12rem" />
        </div>
      )}
    </article>
  )
}
