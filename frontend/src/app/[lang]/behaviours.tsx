'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { Suspense, useEffect, useRef } from 'react'
import { clearNotifications } from '@/features/notifications/store'
import { useBehaviours } from '@/features/site/use-behaviours'
import { whenIdle } from '@/lib/idle'

/** The site's behaviours at each navigation, and what starts once a page rests. */
export function Behaviours() {
  return (
    <Suspense fallback={null}>
      <Navigation />
    </Suspense>
  )
}

let idle: Promise<typeof import('./after-idle')> | undefined

function Navigation() {
  const pathname = usePathname()
  const search = useSearchParams().toString()
  useBehaviours(pathname, search ? `${pathname}?${search}` : pathname)

  const last = useRef(pathname)
  useEffect(() => {
    if (last.current !== pathname) clearNotifications()
    last.current = pathname
    idle ??= new Promise((resolve, reject) => {
      const start = () =>
        import('./after-idle').then((module) => {
          resolve(module)
          return module.begin()
        })
      whenIdle(() => void start().catch(reject), 5000)
    })
    idle.then(({ shown }) => shown(pathname)).catch(() => undefined)
  }, [pathname])
  return null
}
