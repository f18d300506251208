'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { Suspense, useEffect } from 'react'
import { whenIdle } from '@/lib/idle'
import type { OnProfile } from '../after-idle'
import { useBehaviours } from '../use-behaviours'

interface BehavioursProps {
  onProfile: OnProfile
}

/** The site's behaviours at each navigation, and what starts once a page is idle. */
export function Behaviours(props: BehavioursProps) {
  return (
    <Suspense fallback={null}>
      <Navigation {...props} />
    </Suspense>
  )
}

let idle: Promise<typeof import('../after-idle')> | undefined

function Navigation({ onProfile }: BehavioursProps) {
  const pathname = usePathname()
  const search = useSearchParams().toString()
  useBehaviours(pathname, search ? `${pathname}?${search}` : pathname)

  useEffect(() => {
    idle ??= new Promise((resolve, reject) => {
      const start = () =>
        import('../after-idle').then(async (module) => {
          resolve(module)
          await module.begin(onProfile)
          document.documentElement.dataset.ready = 'rested'
        })
      whenIdle(() => void start().catch(reject), 5000)
    })
    idle.then(({ shown }) => shown(pathname)).catch(() => undefined)
  }, [pathname, onProfile])
  return null
}
