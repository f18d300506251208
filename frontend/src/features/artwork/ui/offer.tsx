import type { ReactNode } from 'react'
import type { ArtworkWholeFragment as Artwork, Availability } from '@/gen/graphql'
import { isLeftOver } from '@/lib/left-over'
import type { Offered } from '@/lib/phases/model'
import { formatDate, formatDateTime } from '@/lib/time'
import * as t from '@/messages/artwork'
import { Link } from '@/ui/link'
import { Name } from '@/ui/name'
import { VisuallyHidden } from '@/ui/visually-hidden'
import { buyOf, editionLabel, gateOf, isGone, isTraded, receivedOf, shownPrice, traded } from '../model'
import { BuyLink } from './buy-link'
import { EtherPrice } from './ether-price'
import styles from './offer.module.css'
import { OpensIn } from './opens-in'
import { PhaseGate, PriceNow, WhileOpen } from './phased'
import { EditionsLeft, InStock } from './stock'

interface OfferProps {
  artwork: Artwork & Pick<Offered, 'offer'>
  lang: string
  /** Whether the page shows similar works that are for sale, at #alike. */
  alike?: boolean
  /** Replaces what everyone is offered with what the visitor has of the work. */
  own?: (usual: ReactNode) => ReactNode
  /** Offers an email about a work that can't be bought now. */
  remind?: (availability: Availability) => ReactNode
  /** Where to ask about a work that can't be bought any more. */
  enquiry?: string
  /** The gallery no longer sells works. */
  closed?: boolean
}

/**
 * Edition, price and the way to buy, always visible next to the work. Inside `Stock` it follows the availability: the server
 * renders each state that the artwork may have while the page is open.
 */
export function Offer({
  artwork,
  lang,
  alike = false,
  own = (usual) => usual,
  remind,
  enquiry,
  closed = false,
}: OfferProps) {
  const { availability, purchasePrice, editionSize } = artwork
  const states = isTraded(artwork) ? traded : [availability]
  const drop = artwork.currentDropId
  const price = shownPrice(artwork)
  const gate = gateOf(artwork)
  const forSale = purchasePrice !== null && states.includes('AVAILABLE')
  return (
    <div className={styles.offer}>
      <p className="figures">
        {editionLabel(editionSize)}
        {editionSize > 1 && (
          <WhileOpen {...gate}>
            <EditionsLeft />
          </WhileOpen>
        )}
      </p>
      {purchasePrice && availability !== 'NOT_FOR_SALE' && (
        <p className={styles.price}>
          <span className={styles.amount}>
            <PriceNow artworkId={artwork.id} drop={drop} own={purchasePrice} price={price} />
          </span>
          <InStock is={['AVAILABLE', 'RESERVED', 'UPCOMING']}>
            <span className={styles.ether}>
              <EtherPrice
                price={purchasePrice}
                chainId={artwork.chainId}
                artworkId={artwork.id}
                drop={drop}
              />
            </span>
          </InStock>
        </p>
      )}
      {own(
        <div aria-live="polite">
          {states.map((state) => (
            <InStock key={state} is={[state]}>
              {state === 'AVAILABLE' && purchasePrice ? (
                <PhaseGate lang={lang} {...gate}>
                  <BuyLink lang={lang} {...buyOf(artwork)} own={purchasePrice} price={price} />
                </PhaseGate>
              ) : (
                <PhaseGate
                  lang={lang}
                  {...gate}
                  work={{ ...gate.work, availability: state }}
                  drop={state === 'UPCOMING' || state === 'RESERVED' ? drop : null}
                  stays
                >
                  <State
                    artwork={{ ...artwork, availability: state }}
                    lang={lang}
                    alike={alike}
                    enquiry={enquiry}
                    closed={closed}
                  />
                  {remind?.(state)}
                </PhaseGate>
              )}
            </InStock>
          ))}
        </div>,
      )}
      {forSale && (
        <InStock is={['AVAILABLE']}>
          <WhileOpen {...gate}>
            <p className={styles.received}>{receivedOf(artwork)}</p>
            <p className={styles.received}>{t.holdRules}</p>
          </WhileOpen>
        </InStock>
      )}
    </div>
  )
}

/** Why a work cannot be bought now, and what else to do. */
function State({
  artwork,
  lang,
  alike,
  enquiry,
  closed,
}: {
  artwork: OfferProps['artwork']
  lang: string
  alike: boolean
  enquiry?: string
  closed: boolean
}) {
  const { availability, drop, purchasePrice } = artwork
  const ended = drop?.status === 'ENDED'
  const opens = artwork.offer?.phase?.startsAt
  // The state names the date of the end for a work that its drop left over.
  const leftOverSince =
    isLeftOver({ availability, price: purchasePrice }) && !closed && ended && drop.sale.endsAt
  const dropLink = drop && (
    <Link href={`/${lang}/drops/${drop.slug}/`}>
      <Name>{drop.title}</Name>
    </Link>
  )
  return (
    <p className={styles.state}>
      {availability === 'RESERVED' && (
        <>
          {t.reservedNow}
          <small>{t.reservedNowHint}</small>
        </>
      )}
      {availability === 'UPCOMING' && (
        <>
          {t.upcoming}
          {drop && (
            <>
              <small>
                {t.onSaleFrom(formatDateTime(opens ?? drop.sale.startsAt))}
                <OpensIn at={opens ?? drop.sale.startsAt} />
              </small>
              <small>
                {t.inTheDrop} {dropLink}
              </small>
            </>
          )}
        </>
      )}
      {isGone(artwork) && (
        <>
          {availability === 'SOLD_OUT' ? (
            <Sold editionSize={artwork.editionSize} />
          ) : closed ? (
            t.salesClosed
          ) : leftOverSince ? (
            t.dropEnded(formatDate(leftOverSince))
          ) : (
            t.notForSale
          )}
          {closed && <small>{t.salesClosedHint}</small>}
          {ended && (
            <small>
              {t.wasOfferedIn} {dropLink}. {summaryOf(artwork, leftOverSince ? null : drop.sale.endsAt)}
            </small>
          )}
          {availability !== 'SOLD_OUT' && !ended && !closed && <small>{t.shownWithoutPrice}</small>}
          {availability === 'SOLD_OUT' && (
            <small>
              <a href="#provenance">{t.seeProvenance}</a>
            </small>
          )}
          {enquiry && (
            <small>
              <a href={enquiry}>{t.askAboutThisWork}</a>
            </small>
          )}
          {alike && (
            <small>
              <a href="#alike">{t.similarWorks}</a>
            </small>
          )}
          {!alike && !closed && (
            <small>
              <Link href={`/${lang}/artworks/?reduced=1`} prefetch={false}>
                {t.worksForSale}
              </Link>
            </small>
          )}
        </>
      )}
    </p>
  )
}

/** One work is sold, not sold out. Screen readers and searches in the page find the same text for every work. */
const Sold = ({ editionSize }: { editionSize: number }) =>
  editionSize === 1 ? (
    <span>
      {t.sold}
      <VisuallyHidden> {t.out}</VisuallyHidden>
    </span>
  ) : (
    t.soldOut
  )

/** "Ended 9 July 2026 · 12 of 100 collected". The catalog doesn't know about editions that were sold elsewhere. */
function summaryOf({ editionsSold, editionSize }: Artwork, endsAt: string | null) {
  const parts = []
  if (endsAt) parts.push(t.endedOn(formatDate(endsAt)))
  if (editionSize > 1 && editionsSold > 0)
    parts.push(t.collectedOf(editionsSold.toLocaleString('en-US'), editionSize.toLocaleString('en-US')))
  return parts.join(' · ')
}
