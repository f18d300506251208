import type { ArtworkQuery } from '@/gen/graphql'
import { formatMoney } from '@/lib/money'
import * as t from '@/messages/artwork'
import { ButtonLink } from '@/ui/link'
import { isTraded } from '../model'
import styles from './foot.module.css'
import { InStock } from './stock'

type Artwork = Pick<NonNullable<ArtworkQuery['artwork']>, 'slug' | 'title' | 'availability' | 'purchasePrice'>

/** Price and Buy at the foot of a narrow window, once those beside the work have left it. */
export function Foot({ artwork, lang }: { artwork: Artwork; lang: string }) {
  const { slug, title, availability, purchasePrice } = artwork
  if (!purchasePrice || (availability !== 'AVAILABLE' && !isTraded(artwork))) return null
  return (
    <InStock is={['AVAILABLE']}>
      <div className={styles.reach}>
        <div className={styles.foot}>
          <p className="figures">
            <em>{title}</em>
            <span>{formatMoney(purchasePrice)}</span>
          </p>
          <ButtonLink href={`/${lang}/artworks/${slug}/checkout/`} prefetch={false}>
            {t.buy}
          </ButtonLink>
        </div>
      </div>
    </InStock>
  )
}
