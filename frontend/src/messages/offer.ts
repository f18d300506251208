import { formatMoney } from '@/lib/money'
import type { Offer } from '@/lib/phases/model'
import * as t from './artworks'

/** Texts: what holds for an artwork, in a few words. */

/** The price, or why the work can't be bought: the second half of a card's last line. `price` replaces the price's own text. */
export function offerWords(
  editionSize: number,
  { availability, price }: Pick<Offer, 'availability' | 'price'>,
  text = price && formatMoney(price),
): string {
  switch (availability) {
    case 'SOLD_OUT':
      return editionSize === 1 ? t.sold : t.soldOut
    case 'NOT_FOR_SALE':
      return price === null ? t.notForSale : t.dropEnded
    case 'RESERVED':
      return text === null ? t.reservedNow : text + t.priceReserved
    case 'UPCOMING':
      return text === null ? t.upcoming : text + t.priceUpcoming
    case 'AVAILABLE':
      return text ?? t.notForSale
  }
}
