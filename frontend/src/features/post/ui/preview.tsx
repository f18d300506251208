'use client'

import { lazy, Suspense, useSyncExternalStore } from 'react'
import * as t from '@/messages/preview'
import { Loading, Words } from './preview-words'

const PreviewPost = lazy(() => import('./preview-post').then((module) => ({ default: module.PreviewPost })))

function followHash(listener: () => void) {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/**
 * An unpublished post, for anyone who has its link. The token stays in the fragment, so that no server logs it. On the server the
 * fragment is unknown, and the page shows that it is loading.
 */
export function Preview({ lang }: { lang: string }) {
  const token = useSyncExternalStore<string | null>(
    followHash,
    () => window.location.hash.slice(1),
    () => null,
  )
  return (
    // Tall from the start, so that the footer doesn't move when the post appears.
    <div style={{ minHeight: '75svh' }}>
      {token === '' ? (
        <Words title={t.preview}>{t.openFullLink}</Words>
      ) : (
        <Suspense fallback={<Loading />}>
          {token === null ? <Loading /> : <PreviewPost lang={lang} token={token} />}
        </Suspense>
      )}
    </div>
  )
}
