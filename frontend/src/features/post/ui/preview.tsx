'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '@/ui/button'
import { Link } from '@/ui/link'
import { Notice } from '@/ui/notice'
import { frame } from '@/ui/page'
import { Skeleton } from '@/ui/skeleton'
import { type PostPreview, readPreview } from '../calls'
import { categoryName } from '../model'
import { PostArticle } from './post-article'

type State = { is: 'loading' | 'bare' | 'gone' | 'broken' } | { is: 'here'; post: PostPreview; html: string }

/** An unpublished post, for whoever holds its link. The token stays in the fragment, which no server sees in its log. */
export function Preview({ lang }: { lang: string }) {
  const [state, setState] = useState<State>({ is: 'loading' })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let current = true
    const show = (next: State) => current && setState(next)
    const load = async () => {
      const token = window.location.hash.slice(1)
      if (!token) return show({ is: 'bare' })
      show({ is: 'loading' })
      try {
        const post = await readPreview(token)
        if (!post) return show({ is: 'gone' })
        // Only this page turns Markdown into HTML in the browser.
        const { renderMarkdown } = await import('@/lib/markdown')
        show({ is: 'here', post, html: renderMarkdown(post.body ?? '') })
      } catch (error) {
        console.warn('The preview could not be loaded', error)
        show({ is: 'broken' })
      }
    }
    void load()
    window.addEventListener('hashchange', load)
    return () => {
      current = false
      window.removeEventListener('hashchange', load)
    }
  }, [attempt])

  // Below the window from the start, the footer does not jump when the post is here.
  return <div style={{ minHeight: '75svh' }}>{shown()}</div>

  function shown() {
    switch (state.is) {
      case 'loading':
        return (
          <div className={frame.head} aria-busy="true">
            <h1>Preview</h1>
            <Skeleton height="12rem" />
          </div>
        )
      case 'bare':
        return (
          <Words title="Preview">
            This page shows a post before it is published. It needs the whole link that the editors have sent.
          </Words>
        )
      case 'gone':
        return (
          <Words title="This preview has expired">
            A link to a preview works for a day. Ask the editors for another one. If the post is out, it is on{' '}
            <Link href={`/${lang}/blog/`}>the blog</Link>.
          </Words>
        )
      case 'broken':
        return (
          <>
            <Words title="Preview">The post could not be loaded. The link may still be good.</Words>
            <Button kind="quiet" onClick={() => setAttempt(attempt + 1)}>
              Try again
            </Button>
          </>
        )
      case 'here': {
        const { post, html } = state
        return (
          <>
            <Notice title="Preview">
              <p>Not published yet. Only people with this link see it.</p>
            </Notice>
            <div style={{ marginTop: 'var(--space-6)' }}>
              <PostArticle
                post={post}
                category={categoryName(post.category)}
                author={post.author}
                html={html}
              />
            </div>
          </>
        )
      }
    }
  }
}

const Words = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={frame.head} aria-live="polite">
    <h1>{title}</h1>
    <p className={frame.lead}>{children}</p>
  </div>
)
