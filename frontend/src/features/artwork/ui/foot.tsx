import type { ArtworkQuery } from '@/gen/graphql'
import { formatMoney } from '@/lib/money'
import { ButtonLink } from '@/ui/link'
import styles from './foot.module.css'

type Artwork = Pick<NonNullable<ArtworkQuery['artwork']>, 'slug' | 'title' | 'availability' | 'purchasePrice'>

/** Price and Buy at the foot of a narrow window, once those beside the work have left it. */
export function Foot({ artwork, lang }: { artwork: Artwork; lang: string }) {
  const { slug, title, availability, purchasePrice } = artwork
  if (availability !== 'AVAILABLE' || !purchasePrice) return null
  return (
    <div className={styles.reach}>
      <div className={styles.foot}>
        <p className="figures">
          <em>{title}</em>
          <span>{formatMoney(purchasePrice)}</span>
        </p>
        <ButtonLink href={`/${lang}/artworks/${slug}/checkout/`} prefetch={false}>
          Buy
        </ButtonLink>
      </div>
    </div>
  )
}
