import type { ReactNode } from 'react'
import type { ArtworkQuery } from '@/gen/graphql'
import { formatMoney } from '@/lib/money'
import { formatDateTime } from '@/lib/time'
import { ButtonLink, Link } from '@/ui/link'
import { editionLabel, isGone, receivedOf } from '../model'
import { EtherPrice } from './ether-price'
import styles from './offer.module.css'
import { OpensIn } from './opens-in'

type Artwork = NonNullable<ArtworkQuery['artwork']>

interface OfferProps {
  artwork: Artwork
  lang: string
  /** Whether the page shows similar works that are for sale, at #alike. */
  alike?: boolean
  /** Puts what the visitor has of the work in the place of what everybody is offered. */
  own?: (usual: ReactNode) => ReactNode
}

/** Edition, price and the way to buy: always in sight beside the work. */
export function Offer({ artwork, lang, alike = false, own = (usual) => usual }: OfferProps) {
  const { availability, purchasePrice, editionSize, editionsAvailable } = artwork
  const left =
    availability === 'AVAILABLE' && editionSize > 1
      ? `, ${editionsAvailable.toLocaleString('en-US')} available`
      : ''
  const forSale = availability === 'AVAILABLE' && purchasePrice !== null
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
      {own(
        forSale ? (
          <ButtonLink href={`/${lang}/artworks/${artwork.slug}/checkout/`} wide prefetch={false}>
            Buy
          </ButtonLink>
        ) : (
          <State artwork={artwork} lang={lang} alike={alike} />
        ),
      )}
      {forSale && <p className={styles.received}>{receivedOf(artwork)}</p>}
    </div>
  )
}

/** Why a work cannot be bought now, and where to go on. */
function State({ artwork, lang, alike }: { artwork: Artwork; lang: string; alike: boolean }) {
  const { availability, drop } = artwork
  const dropLink = drop && <Link href={`/${lang}/drops/${drop.slug}/`}>{drop.title}</Link>
  return (
    <p className={styles.state}>
      {availability === 'RESERVED' && (
        <>
          Reserved now
          <small>
            Every edition left is held by someone who is paying. A hold ends after 15 minutes; look again
            then.
          </small>
        </>
      )}
      {availability === 'UPCOMING' && (
        <>
          Upcoming
          {drop && (
            <>
              <small>
                On sale from {formatDateTime(drop.startsAt)}
                <OpensIn at={drop.startsAt} />
              </small>
              <small>In the drop {dropLink}</small>
            </>
          )}
        </>
      )}
      {isGone(artwork) && (
        <>
          {availability === 'SOLD_OUT' ? 'Sold out' : 'Not for sale'}
          {availability !== 'SOLD_OUT' && (
            <small>
              {drop?.status === 'ENDED' ? (
                <>It was offered in the drop {dropLink}, which has ended.</>
              ) : (
                'It hangs here without a price.'
              )}
            </small>
          )}
          <small>
            {alike ? (
              <a href="#alike">Similar works</a>
            ) : (
              <Link href={`/${lang}/artworks/?reduced=1`} prefetch={false}>
                Works for sale
              </Link>
            )}
          </small>
        </>
      )}
    </p>
  )
}
