'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { Link } from '@/ui/link'

/** Says where the visitor is: the page itself, or a page below it. */
export function NavLink({ href, children }: { href: string; children: ReactNode }) {
  const pathname = usePathname()
  const current = pathname === href ? 'page' : pathname.startsWith(href) ? 'true' : undefined
  return (
    <Link href={href} aria-current={current}>
      {children}
    </Link>
  )
}
