import type { ArtworkQuery } from '@/gen/graphql'
import { formatMoney } from '@/lib/money'
import { buyOf, isTraded } from '../model'
import { BuyLink } from './buy-link'
import styles from './foot.module.css'
import { InStock } from './stock'

type Artwork = Pick<
  NonNullable<ArtworkQuery['artwork']>,
  'id' | 'slug' | 'title' | 'availability' | 'purchasePrice' | 'editionSize' | 'media'
>

/** Price and Buy at the foot of a narrow window, once those beside the work have left it. */
export function Foot({ artwork, lang }: { artwork: Artwork; lang: string }) {
  const { title, availability, purchasePrice } = artwork
  if (!purchasePrice || (availability !== 'AVAILABLE' && !isTraded(artwork))) return null
  return (
    <InStock is={['AVAILABLE']}>
      <div className={styles.reach}>
        <div className={styles.foot}>
          <p className="figures">
            <em>{title}</em>
            <span>{formatMoney(purchasePrice)}</span>
          </p>
          <BuyLink lang={lang} {...buyOf(artwork)} />
        </div>
      </div>
    </InStock>
  )
}
