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
  content?: DeskContent
  roles: string[] | undefined
}

/** The parts of the desk that an account's roles open: orders, and the site's content. */
export function Desk({ lang, order, content, roles }: DeskProps) {
  const orders = may(roles, 'support', 'finance')
  const edits = may(roles, 'content')
  // Editors have no orders, so their desk begins with the content.
  const shown = content ?? (orders ? undefined : { folder: 'artworks' as const })
  if (shown && !edits) return <p>{t.noRole}</p>
  return (
    <>
      {orders && edits && (
        <nav aria-label={t.desk}>
          <ul role="list" className={styles.parts}>
            <li>
              <Link href={sectionHref(lang, 'desk')} aria-current={shown ? undefined : 'page'}>
                {t.orders}
              </Link>
            </li>
            <li>
              <Link
                href={`${sectionHref(lang, 'desk')}content/artworks/`}
                aria-current={shown ? 'page' : undefined}
              >
                {t.content}
              </Link>
            </li>
          </ul>
        </nav>
      )}
      {shown ? (
        <Content lang={lang} folder={shown.folder} id={shown.id} />
      ) : (
        <Orders lang={lang} order={order} roles={roles} />
      )}
    </>
  )
}
