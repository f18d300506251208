'use client'

import { lazy, type ReactNode, Suspense, useState } from 'react'
import { isLoggedIn, useAuth } from '@/lib/session/store'

const Purchase = lazy(() => import('./purchase').then((module) => ({ default: module.Purchase })))

interface YoursProps {
  lang: string
  artworkId: string
  artworkSlug: string
  /** What everybody else is offered. */
  children: ReactNode
}

/** What the work offers, and to whoever is logged in what they have of it: theirs loads once the page is awake. */
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
