'use client'

import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { PostPreviewDocument, PublishPostDocument, type PublishPostMutation } from '@/gen/graphql'
import { browserClient } from '@/lib/apollo/browser'
import { renderMarkdown } from '@/lib/markdown'
import { may } from '@/lib/session/roles'
import { useSession } from '@/lib/session/use-session'
import { formatDate } from '@/lib/time'
import * as t from '@/messages/preview'
import { Button } from '@/ui/button'
import { Link } from '@/ui/link'
import { Notice } from '@/ui/notice'
import { PostArticle } from './post-article'
import { Loading, Words } from './preview-words'

/** The post of a preview link. Apollo and the Markdown renderer load with it, not with the page. */
export function PreviewPost({ lang, token }: { lang: string; token: string }) {
  const { data, error, loading, refetch } = useQuery(PostPreviewDocument, {
    client: browserClient(),
    variables: { token },
    // A link is valid for a day, so earlier results aren't cached.
    fetchPolicy: 'no-cache',
    notifyOnNetworkStatusChange: true,
  })
  if (loading) return <Loading />
  if (error) {
    return (
      <>
        <Words title={t.preview}>{t.notLoaded}</Words>
        <Button kind="quiet" onClick={() => void refetch()}>
          {t.tryAgain}
        </Button>
      </>
    )
  }
  const post = data?.postPreview
  if (!post) {
    return (
      <Words title={t.expired}>
        {t.expiredHint} <Link href={`/${lang}/blog/`}>{t.theBlog}</Link>.
      </Words>
    )
  }
  return (
    <>
      <Notice title={t.preview}>
        <p>{t.notPublishedYet}</p>
        <Publish lang={lang} slug={post.slug} />
      </Notice>
      <div style={{ marginTop: 'var(--space-6)' }}>
        <PostArticle
          post={post}
          category={post.categoryName}
          author={post.author}
          html={renderMarkdown(post.body ?? '')}
        />
      </div>
    </>
  )
}

/** For staff: publishes the post. The server checks the role. */
function Publish({ lang, slug }: { lang: string; slug: string }) {
  const { user } = useSession()
  const [publish, { data, error, loading }] = useMutation(PublishPostDocument, { client: browserClient() })
  // A post with a later date waits for it.
  const [waits, setWaits] = useState(false)
  if (!may(user?.roles, 'content')) return null
  return (
    <div aria-live="polite">
      {data ? (
        <Published lang={lang} post={data.publishPost} waits={waits} />
      ) : (
        <Button
          aria-disabled={loading}
          aria-busy={loading}
          onClick={() => {
            if (loading) return
            publish({
              variables: { slug },
              onCompleted: ({ publishPost }) => setWaits(Date.parse(publishPost.publishedAt) > Date.now()),
            }).catch(() => undefined)
          }}
        >
          {t.publishThisPost}
        </Button>
      )}
      {error && <p role="alert">{t.notPublished}</p>}
    </div>
  )
}

interface PublishedProps {
  lang: string
  post: PublishPostMutation['publishPost']
  waits: boolean
}

function Published({ lang, post, waits }: PublishedProps) {
  if (waits) return <p>{t.publishedFrom(formatDate(post.publishedAt))}</p>
  return (
    <p>
      {t.published} <Link href={`/${lang}/blog/${post.slug}/`}>{t.readOnBlog}</Link>
    </p>
  )
}
