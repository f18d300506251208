'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { Suspense, useEffect, useRef } from 'react'
import { whenIdle } from '@/lib/idle'
import type { FollowProfile } from '../after-idle'
import { useBehaviours } from '../use-behaviours'

interface BehavioursProps {
  /** The visitor has come to another page. */
  onPage: () => void
  followProfile: FollowProfile
}

/** The site's behaviours at each navigation, and what starts once a page rests. */
export function Behaviours(props: BehavioursProps) {
  return (
    <Suspense fallback={null}>
      <Navigation {...props} />
    </Suspense>
  )
}

let idle: Promise<typeof import('../after-idle')> | undefined

function Navigation({ onPage, followProfile }: BehavioursProps) {
  const pathname = usePathname()
  const search = useSearchParams().toString()
  useBehaviours(pathname, search ? `${pathname}?${search}` : pathname)

  const last = useRef(pathname)
  useEffect(() => {
    if (last.current !== pathname) onPage()
    last.current = pathname
    idle ??= new Promise((resolve, reject) => {
      const start = () =>
        import('../after-idle').then(async (module) => {
          resolve(module)
          await module.begin(followProfile)
          document.documentElement.dataset.ready = 'rested'
        })
      whenIdle(() => void start().catch(reject), 5000)
    })
    idle.then(({ shown }) => shown(pathname)).catch(() => undefined)
  }, [pathname, onPage, followProfile])
  return null
}
