import { symbolOf } from '@/lib/money'
import { orderIn } from '@/lib/params'
import * as t from '@/messages/artworks'
import { Button } from '@/ui/button'
import { Choice, Field, Select } from '@/ui/field'
import { FilterForm } from '@/ui/filter-form'
import { Fold } from '@/ui/fold'
import { listing } from '@/ui/listing'
import {
  availabilities,
  editionSizes,
  endsOf,
  type ListingQuery,
  pricesIn,
  sizeLabel,
  sortsFor,
} from '../model'
import { SortOptions } from './sort-options'

interface ArtworkFiltersProps {
  query: ListingQuery
  categories: { slug: string; name: string; artworkCount: number }[]
  currency: string
}

/** The orders as the address names them. */
function ordersFor(search: string) {
  const sorts = sortsFor(search)
  return sorts.map(([sort, label]) => [orderIn(sorts, sort), label] as const)
}

/** The search and filters of the listing, which change it in place. */
export function ArtworkFilters({ query, categories, currency }: ArtworkFiltersProps) {
  const prices = pricesIn(currency)
  const symbol = symbolOf(currency)
  const sorts = sortsFor(query.search)
  const [min, max] = endsOf(query.price, prices)
  const otherSize = query.editionSize && !editionSizes.some(([value]) => value === query.editionSize)
  return (
    <FilterForm className={`${listing.form} ${listing.many}`} label={t.searchArtworks} inPlace>
      <div className={listing.find}>
        <Field
          label={t.search}
          name="search"
          type="search"
          defaultValue={query.search}
          placeholder={t.searchPlaceholder}
          autoComplete="off"
        />
        <Button type="submit" kind="quiet">
          {t.search}
        </Button>
      </div>
      <Fold label={t.filterAndSort} openLabel={t.hideFilters}>
        <Select label={t.sortBy} name="sort" defaultValue={orderIn(sorts, query.sort)}>
          <SortOptions plain={ordersFor('')} searching={ordersFor('any')} />
        </Select>
        <Choice
          label={t.availableOnly}
          name="reduced"
          value="1"
          defaultChecked={query.reduced}
          className={listing.switch}
        />
        <Select label={t.category} name="category" defaultValue={query.category[0] ?? ''}>
          <option value="">{t.all}</option>
          {categories.map(({ slug, name, artworkCount }) => (
            <option key={slug} value={slug}>
              {name} ({artworkCount})
            </option>
          ))}
        </Select>
        <Select label={t.editionSize} name="editionSize" defaultValue={query.editionSize}>
          <option value="">{t.all}</option>
          {editionSizes.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          {otherSize && <option value={query.editionSize}>{sizeLabel(query.editionSize)}</option>}
        </Select>
        <Select
          label={t.availability}
          name="availability"
          defaultValue={query.availability[0]?.toLowerCase() ?? ''}
        >
          <option value="">{t.all}</option>
          {availabilities.map(([value, label]) => (
            <option key={value} value={value.toLowerCase()}>
              {label}
            </option>
          ))}
        </Select>
        <Select label={t.price} name="price" defaultValue={query.price}>
          <option value="">{t.all}</option>
          {prices.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Field
          label={t.priceFrom(symbol)}
          name="priceMin"
          data-range="price"
          inputMode="numeric"
          pattern="[0-9]{0,9}"
          invalid={t.wholeDollars}
          autoComplete="off"
          defaultValue={min}
        />
        <Field
          label={t.priceTo(symbol)}
          name="priceMax"
          data-range="price"
          inputMode="numeric"
          pattern="[0-9]{0,9}"
          invalid={t.wholeDollars}
          autoComplete="off"
          defaultValue={max}
        />
      </Fold>
    </FilterForm>
  )
}
