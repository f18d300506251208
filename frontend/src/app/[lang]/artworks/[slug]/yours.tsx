'use client'

import { lazy, type ReactNode, Suspense, useState } from 'react'
import { isLoggedIn, useAuth } from '@/lib/session/store'

const Purchase = lazy(() => import('./purchase').then((module) => ({ default: module.Purchase })))

interface YoursProps {
  lang: string
  artworkId: string
  artworkSlug: string
  /** The offer for everyone else. */
  children: ReactNode
}

/** The work's offer, and for a logged-in visitor what they own of it, which loads after the page. */
export function Yours({ children, ...props }: YoursProps) {
  const member = useAuth(isLoggedIn)
  const [instead, setInstead] = useState(false)
  return (
    <>
      {!(member && instead) && children}
      {member && (
        <Suspense fallback={null}>
          <Purchase {...props} onInstead={setInstead} />
        </Suspense>
      )}
    </>
  )
}
