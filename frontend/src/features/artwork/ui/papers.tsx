import { formatYear } from '@/lib/time'
import { Link } from '@/ui/link'
import styles from './papers.module.css'

interface SpecimenProps {
  title: string
  artist: string
  year: number | null
  editionSize: number
}

/** What an owner may do, in plain words. */
export function Licence({ lang }: { lang: string }) {
  return (
    <div className={styles.licence}>
      <p>An edition comes with the right to enjoy the work, not to publish it.</p>
      <ul>
        <li>You may show it in private, at home or on your own screens.</li>
        <li>You may lend, give away or sell the token; the right goes with it.</li>
        <li>You may not print it for sale or sell copies. Copyright stays with the artist.</li>
      </ul>
      <p>
        <Link href={`/${lang}/terms-and-conditions/`}>Read the full terms</Link>.
      </p>
    </div>
  )
}

/** What a certificate looks like. It cannot be mistaken for one. */
export function Specimen({ title, artist, year, editionSize }: SpecimenProps) {
  const rows = [
    ['Artist', artist],
    ['Title', title],
    ...(year === null ? [] : [['Year', formatYear(year)]]),
    ['Edition', editionSize === 1 ? 'Unique' : `no. … of ${editionSize.toLocaleString('en-US')}`],
    ['Token', 'its number, contract and chain'],
    ['Owner', 'the wallet, on the day of printing'],
  ]
  return (
    <figure className={styles.specimen}>
      <div className={styles.sheet} aria-hidden="true">
        <p className={styles.mark}>Vitrine</p>
        <p className={styles.kind}>Certificate of authenticity</p>
        <dl>
          {rows.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.stamp}>SPECIMEN</p>
      </div>
      <figcaption>
        Sample only, no value. Owners print their certificate from their collection. It carries a code that
        anyone can check.
      </figcaption>
    </figure>
  )
}
