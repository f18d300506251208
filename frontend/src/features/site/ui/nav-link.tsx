'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { Link } from '@/ui/link'

interface NavLinkProps {
  href: string
  /** The area of the link, if it is more than the pages below it. */
  within?: string
  children: ReactNode
}

/** A link that is marked as current on its own page and on pages below it. */
export function NavLink({ href, within = href, children }: NavLinkProps) {
  const pathname = usePathname()
  const current = pathname === href ? 'page' : pathname.startsWith(within) ? 'true' : undefined
  return (
    <Link href={href} aria-current={current}>
      {children}
    </Link>
  )
}
