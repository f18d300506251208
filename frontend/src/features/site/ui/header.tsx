import type { ReactNode } from 'react'
import * as t from '@/messages/site'
import { Link } from '@/ui/link'
import { AccountLink } from './account-link'
import styles from './header.module.css'
import { Menu } from './menu'
import { NavLink } from './nav-link'

const mainLinks = [
  ['artworks', t.artworks],
  ['artists', t.artists],
  ['drops', t.drops],
  ['blog', t.blog],
  ['tv', 'TV'],
] as const

interface HeaderProps {
  lang: string
  /** What opens the search. */
  search: ReactNode
}

export function Header({ lang, search }: HeaderProps) {
  return (
    <header className={styles.header}>
      <Link href={`/${lang}/`} className={styles.mark} aria-label={t.homeLink}>
        Vitrine
      </Link>
      {search}
      <Menu lang={lang}>
        <nav aria-label={t.mainNavigation} className={styles.nav}>
          <ul role="list">
            {mainLinks.map(([path, label]) => (
              <li key={path}>
                <NavLink href={`/${lang}/${path}/`}>{label}</NavLink>
              </li>
            ))}
            <li className={styles.account}>
              <AccountLink lang={lang} />
            </li>
          </ul>
        </nav>
      </Menu>
    </header>
  )
}
