import * as t from '@/messages/site'
import { Link } from '@/ui/link'
import styles from './footer.module.css'
import { ThemeSwitch } from './theme-switch'
import { Version } from './version'

export const links = [
  ['support', t.support],
  ['terms-and-conditions', t.termsAndConditions],
  ['privacy-policy', t.privacyPolicy],
  ['impressum', t.legalNotice],
  ['more', t.aboutTheGallery],
  ['invariants', t.ourPromisesLive],
  ['verify', t.verifyACertificate],
] as const

export function Footer({ lang }: { lang: string }) {
  return (
    <footer className={styles.footer}>
      <p className={styles.mark}>Vitrine</p>
      <nav aria-label={t.aboutThisGallery}>
        <ul role="list" className={styles.links}>
          {links.map(([path, label]) => (
            <li key={path}>
              <Link href={`/${lang}/${path}/`}>{label}</Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.end}>
        {/* The switch between prices in dollars and in ether loads after the page. */}
        <div data-price-switch="" className={styles.prices} />
        <ThemeSwitch />
        <p className={styles.version}>
          <Version />
        </p>
      </div>
    </footer>
  )
}
