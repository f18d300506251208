import type { ReactNode } from 'react'
import { Link } from '@/ui/link'
import styles from './header.module.css'
import { Menu } from './menu'
import { NavLink } from './nav-link'

const mainLinks = [
  ['artworks', 'Artworks'],
  ['artists', 'Artists'],
  ['drops', 'Drops'],
  ['blog', 'Blog'],
  ['tv', 'TV'],
] as const

/** `account` is the leaf that knows whether someone is logged in. */
export function Header({ lang, account }: { lang: string; account: ReactNode }) {
  return (
    <header className={styles.header}>
      <Link href={`/${lang}/`} className={styles.mark} aria-label="Vitrine, home">
        Vitrine
      </Link>
      <Menu>
        <nav aria-label="Main" className={styles.nav}>
          <ul role="list">
            {mainLinks.map(([path, label]) => (
              <li key={path}>
                <NavLink href={`/${lang}/${path}/`}>{label}</NavLink>
              </li>
            ))}
            <li className={styles.account}>{account}</li>
          </ul>
        </nav>
      </Menu>
    </header>
  )
}
