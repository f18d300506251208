import type { ArtworkQuery } from '@/gen/graphql'
import type { Offered } from '@/lib/phases/model'
import { Name } from '@/ui/name'
import { buyOf, gateOf, isTraded, shownPrice } from '../model'
import styles from './buy-bar.module.css'
import { BuyLink } from './buy-link'
import { PriceNow, WhileOpen } from './phased'
import { InStock } from './stock'

type Artwork = Pick<
  NonNullable<ArtworkQuery['artwork']>,
  | 'id'
  | 'slug'
  | 'title'
  | 'availability'
  | 'purchasePrice'
  | 'editionSize'
  | 'media'
  | 'currentDropId'
  | 'drop'
> &
  Pick<Offered, 'offer'>

/** Price and Buy at the bottom of a narrow window, once those next to the work are out of view. */
export function BuyBar({ artwork, lang }: { artwork: Artwork; lang: string }) {
  const { title, availability, purchasePrice } = artwork
  const drop = artwork.currentDropId
  if (!purchasePrice || (availability !== 'AVAILABLE' && !isTraded(artwork))) return null
  return (
    <InStock is={['AVAILABLE']}>
      <WhileOpen {...gateOf(artwork)}>
        <div className={styles.reach} data-buy-bar data-screen>
          <div className={styles.bar}>
            <p className="figures">
              <em>
                <Name>{title}</Name>
              </em>
              <span>
                <PriceNow
                  artworkId={artwork.id}
                  drop={drop}
                  own={purchasePrice}
                  price={shownPrice(artwork)}
                />
              </span>
            </p>
            <BuyLink lang={lang} {...buyOf(artwork)} own={purchasePrice} />
          </div>
        </div>
      </WhileOpen>
    </InStock>
  )
}
