import type { ArtworkQuery } from '@/gen/graphql'
import { formatMoney } from '@/lib/money'
import { formatDateTime } from '@/lib/time'
import { ButtonLink, Link } from '@/ui/link'
import { editionLabel } from '../model'
import { EtherPrice } from './ether-price'
import styles from './offer.module.css'
import { OpensIn } from './opens-in'

type Artwork = NonNullable<ArtworkQuery['artwork']>

/** Edition, price and the way to buy: always in sight beside the work. */
export function Offer({
  artwork,
  lang,
  alike = false,
}: {
  artwork: Artwork
  lang: string
  /** Whether the page shows works like it that are for sale, at #alike. */
  alike?: boolean
}) {
  const { availability, purchasePrice, editionSize, editionsAvailable, drop } = artwork
  const left =
    availability === 'AVAILABLE' && editionSize > 1
      ? `, ${editionsAvailable.toLocaleString('en-US')} available`
      : ''
  const next = alike && (
    <small>
      <a href="#alike">Works like it, for sale</a>
    </small>
  )
  return (
    <div className={styles.offer}>
      <p className="figures">
        {editionLabel(editionSize)}
        {left}
      </p>
      {purchasePrice && availability !== 'NOT_FOR_SALE' && (
        <p className={styles.price}>
          <data value={purchasePrice.amount} className={styles.amount}>
            {formatMoney(purchasePrice)}
          </data>
          {availability !== 'SOLD_OUT' && (
            <span className={styles.ether}>
              <EtherPrice price={purchasePrice} chainId={artwork.chainId} />
            </span>
          )}
        </p>
      )}
      {availability === 'AVAILABLE' && purchasePrice && (
        <ButtonLink href={`/${lang}/artworks/${artwork.slug}/checkout/`} wide prefetch={false}>
          Buy
        </ButtonLink>
      )}
      {availability === 'SOLD_OUT' && (
        <p className={styles.state}>
          Sold out
          {next}
        </p>
      )}
      {availability === 'RESERVED' && (
        <p className={styles.state}>
          Reserved now
          <small>
            Every edition left is held by someone who is paying. A hold ends after 15 minutes; look again
            then.
          </small>
        </p>
      )}
      {availability === 'UPCOMING' && (
        <p className={styles.state}>
          Upcoming
          {drop && (
            <>
              <small>
                On sale from {formatDateTime(drop.startsAt)}
                <OpensIn at={drop.startsAt} />
              </small>
              <small>
                In the drop <Link href={`/${lang}/drops/${drop.slug}/`}>{drop.title}</Link>
              </small>
            </>
          )}
        </p>
      )}
      {(availability === 'NOT_FOR_SALE' || (availability === 'AVAILABLE' && !purchasePrice)) && (
        <p className={styles.state}>
          Not for sale
          {drop?.status === 'ENDED' && (
            <small>
              It was offered in the drop <Link href={`/${lang}/drops/${drop.slug}/`}>{drop.title}</Link>,
              which has ended.
            </small>
          )}
          {next}
        </p>
      )}
    </div>
  )
}
