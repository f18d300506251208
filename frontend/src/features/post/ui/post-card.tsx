import type { CSSProperties } from 'react'
import type { PostCardFragment } from '@/gen/graphql'
import { formatDate } from '@/lib/time'
import { Link } from '@/ui/link'
import { Name, words } from '@/ui/name'
import { Picture } from '@/ui/picture'
import { ratioOf } from '@/ui/picture-source'
import styles from './post-card.module.css'

export function PostCard({ post, lang, level = 2 }: { post: PostCardFragment; lang: string; level?: 2 | 3 }) {
  const Heading = `h${level}` as const
  return (
    <article className={styles.card}>
      <p className={styles.meta}>
        <Name>{post.categoryName}</Name>
        <time dateTime={post.publishedAt}>{formatDate(post.publishedAt)}</time>
      </p>
      <div>
        <Heading className={styles.title}>
          <Link href={`/${lang}/blog/${post.slug}/`}>
            <Name>{post.title}</Name>
          </Link>
        </Heading>
        {post.summary && (
          <p {...words(post.summary)} className={styles.summary}>
            {post.summary}
          </p>
        )}
      </div>
      {post.cover && (
        <div className={styles.cover} style={{ '--ratio': ratioOf(post.cover) } as CSSProperties}>
          <Picture media={post.cover} alt="" sizes="12rem" />
        </div>
      )}
    </article>
  )
}
