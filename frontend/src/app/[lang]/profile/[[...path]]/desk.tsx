'use client'

import dynamic from 'next/dynamic'
import { Desk as Orders } from '@/features/desk/ui/desk'
import { type DeskContent, sectionHref } from '@/features/profile/sections'
import { may } from '@/lib/session/roles'
import * as t from '@/messages/content'
import { Link } from '@/ui/link'
import { Skeleton } from '@/ui/skeleton'
import styles from './area.module.css'

const Content = dynamic(() => import('./content').then((module) => module.Content), {
  ssr: false,
  loading: () => <Skeleton height="18rem" />,
})

interface DeskProps {
  lang: string
  order?: string
  /** The drop whose phases are shown; empty for all drops. */
  drop?: string
  content?: DeskContent
  roles: string[] | undefined
}

/** The parts of the desk that an account's roles open: orders, the site's content, and the phases of drops. */
export function Desk({ lang, order, drop, content, roles }: DeskProps) {
  const desk = sectionHref(lang, 'desk')
  const parts = {
    orders: { label: t.orders, href: desk, open: may(roles, 'support', 'finance') },
    content: { label: t.content, href: `${desk}content/artworks/`, open: may(roles, 'content') },
    drops: { label: t.phases, href: `${desk}drops/`, open: may(roles, 'content', 'finance') },
  }
  // Editors have no orders, so their desk begins with the content.
  const part =
    content || (!order && drop === undefined && !parts.orders.open)
      ? 'content'
      : drop === undefined
        ? 'orders'
        : 'drops'
  const links = Object.entries(parts).filter(([, { open }]) => open)
  return (
    <>
      {links.length > 1 && (
        <nav aria-label={t.desk}>
          <ul role="list" className={styles.parts}>
            {links.map(([name, { label, href }]) => (
              <li key={name}>
                <Link href={href} aria-current={name === part ? 'page' : undefined}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {!parts[part].open ? (
        <p>{t.noRole}</p>
      ) : part === 'content' ? (
        <Content lang={lang} folder={content?.folder ?? 'artworks'} id={content?.id} />
      ) : (
        <Orders lang={lang} order={order} drop={drop} roles={roles} />
      )}
    </>
  )
}
