import * as t from '@/messages/artwork'
import { Link } from '@/ui/link'
import styles from './papers.module.css'

interface SpecimenProps {
  /** The certificate's own page. */
  href: string
  title: string
  artist: string
  /** When the work was made, empty if unknown. */
  date: string
  editionSize: number
}

/** An owner's rights, in plain words. */
export function Licence({ lang }: { lang: string }) {
  return (
    <div className={styles.licence}>
      <p>{t.licenceSummary}</p>
      <ul>
        <li>{t.licenceShow}</li>
        <li>{t.licenceTransfer}</li>
        <li>{t.licenceLimits}</li>
      </ul>
      <p>
        <Link href={`/${lang}/terms-and-conditions/`}>{t.readTheFullTerms}</Link>.
      </p>
    </div>
  )
}

/** A specimen of a certificate that can't be mistaken for a real one. */
export function Specimen({ href, title, artist, date, editionSize }: SpecimenProps) {
  const rows = [
    [t.artist, artist],
    [t.title, title],
    ...(date ? [[t.year, date]] : []),
    [t.edition, editionSize === 1 ? t.unique : t.specimenEdition(editionSize.toLocaleString('en-US'))],
    [t.token, t.specimenToken],
    [t.owner, t.specimenOwner],
  ]
  return (
    <figure className={styles.specimen}>
      <div className={styles.sheet} aria-hidden="true">
        <p className={styles.mark}>Vitrine</p>
        <p className={styles.kind}>{t.certificateOfAuthenticity}</p>
        <dl>
          {rows.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.stamp}>{t.specimen}</p>
      </div>
      <figcaption>
        {t.specimenNote} <Link href={href}>{t.specimenLarge}</Link>
      </figcaption>
    </figure>
  )
}
