import { Link } from '@/ui/link'
import { AccountLink } from './account-link'
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

export function Header({ lang }: { lang: string }) {
  return (
    <header className={styles.header}>
      <Link href={`/${lang}/`} className={styles.mark} aria-label="Vitrine, home">
        Vitrine
      </Link>
      <Menu lang={lang}>
        <nav aria-label="Main" className={styles.nav}>
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
