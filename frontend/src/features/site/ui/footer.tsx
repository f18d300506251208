import { Link } from '@/ui/link'
import styles from './footer.module.css'
import { ThemeSwitch } from './theme-switch'
import { Version } from './version'

const links = [
  ['support', 'Support'],
  ['terms-and-conditions', 'Terms and conditions'],
  ['privacy-policy', 'Privacy policy'],
  ['impressum', 'Legal notice'],
  ['more', 'About the gallery'],
  ['invariants', 'Our promises, live'],
  ['verify', 'Verify a certificate'],
] as const

export function Footer({ lang }: { lang: string }) {
  return (
    <footer className={styles.footer}>
      <p className={styles.mark}>Vitrine</p>
      <nav aria-label="About this gallery">
        <ul role="list" className={styles.links}>
          {links.map(([path, label]) => (
            <li key={path}>
              <Link href={`/${lang}/${path}/`}>{label}</Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.end}>
        <ThemeSwitch />
        <p className={styles.version}>
          <Version />
        </p>
      </div>
    </footer>
  )
}
