import type { ReactNode } from 'react'
import type { ColorFamily } from '@/gen/graphql'
import { symbolOf } from '@/lib/money'
import { orderIn } from '@/lib/params'
import * as t from '@/messages/artworks'
import { Button } from '@/ui/button'
import { Choice, Field } from '@/ui/field'
import { FilterForm } from '@/ui/filter-form'
import { otherRange } from '@/ui/range'
import {
  availabilities,
  colorLabel,
  editionSizes,
  endsOf,
  type ListingQuery,
  pricesIn,
  sizeLabel,
  sortsFor,
} from '../model'
import styles from './artwork-filters.module.css'
import { SortOptions } from './sort-options'

interface Facets {
  categories: { slug: string; name: string; artworkCount: number }[]
  colors: { color: ColorFamily; artworkCount: number }[]
  techniques: { name: string; artworkCount: number }[]
  currency: string
}

interface ArtworkFiltersProps extends Facets {
  query: ListingQuery
  /** "78 works", for the button that closes the drawer. */
  count: ReactNode
}

/** The orders, as in the address. */
function ordersFor(search: string) {
  const sorts = sortsFor(search)
  return sorts.map(([sort, label]) => [orderIn(sorts, sort), label] as const)
}

/** A select that looks like a word in a line. It shows its own name while nothing is chosen. */
function Word({
  label,
  name,
  value,
  children,
}: {
  label: string
  name: string
  value: string
  children: ReactNode
}) {
  return (
    <span className={styles.word}>
      <select name={name} aria-label={label} defaultValue={value}>
        <option value="">{label}</option>
        {children}
      </select>
    </span>
  )
}

/** One choice of a line, a word or a swatch. */
function Radio({
  name,
  value,
  chosen,
  className,
  label,
  children,
}: {
  name: string
  value: string
  chosen: boolean
  className?: string
  label?: string
  children?: ReactNode
}) {
  return (
    <label className={className} title={label}>
      <input type="radio" name={name} value={value} defaultChecked={chosen} aria-label={label} />
      {children}
    </label>
  )
}

const drawer = 'filters'

/**
 * The search and filters of the listing as lines of words, which change it in place. On phones everything but the categories is in a drawer: a
 * popover, which the browser opens and closes without a script.
 */
export function ArtworkFilters({
  query,
  categories,
  colors,
  techniques,
  currency,
  count,
}: ArtworkFiltersProps) {
  const prices = pricesIn(currency)
  const symbol = symbolOf(currency)
  const sorts = sortsFor(query.search)
  const [min, max] = endsOf(query.price, prices)
  const otherSize = query.editionSize && !editionSizes.some(([value]) => value === query.editionSize)
  const [technique = ''] = query.technique
  const known = techniques.some(({ name }) => name.toLowerCase() === technique.toLowerCase())
  return (
    <FilterForm className={styles.form} label={t.searchArtworks} inPlace>
      <div role="radiogroup" aria-label={t.category} className={styles.words}>
        <Radio name="category" value="" chosen={query.category.length === 0}>
          {t.all}
        </Radio>
        {categories.map(({ slug, name }) => (
          <Radio key={slug} name="category" value={slug} chosen={query.category[0] === slug}>
            {name}
          </Radio>
        ))}
      </div>
      <button type="button" popoverTarget={drawer} className={styles.open}>
        {t.filterAndSort}
      </button>
      <div id={drawer} popover="auto" className={styles.drawer}>
        <p className={styles.title}>
          {t.filterAndSort}
          <button type="button" popoverTarget={drawer} popoverTargetAction="hide">
            {t.close}
          </button>
        </p>
        <div className={styles.find} data-own-search>
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
        <p className={styles.sort}>
          <label htmlFor="sort">{t.sortBy}</label>
          <select id="sort" name="sort" defaultValue={orderIn(sorts, query.sort)}>
            <SortOptions plain={ordersFor('')} searching={ordersFor('any')} />
          </select>
        </p>
        {colors.length > 0 && (
          <div role="radiogroup" aria-label={t.color} className={styles.colors}>
            <Radio name="color" value="" chosen={query.color.length === 0} className={styles.any}>
              {t.anyColor}
            </Radio>
            {colors.map(({ color }) => (
              <Radio
                key={color}
                name="color"
                value={color.toLowerCase()}
                chosen={query.color[0] === color}
                label={colorLabel(color)}
                className={styles.swatch}
              >
                <span style={{ background: `var(--swatch-${color.toLowerCase()})` }} />
              </Radio>
            ))}
          </div>
        )}
        <div className={styles.price}>
          <Word label={t.price} name="price" value={min || max ? otherRange : query.price}>
            {prices.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
            <option value={otherRange}>{t.otherPrices}</option>
          </Word>
          <span className={styles.range}>
            <input
              name="priceMin"
              data-range="price"
              inputMode="numeric"
              pattern="[0-9]{0,9}"
              title={t.wholeDollars}
              aria-label={t.priceFrom(symbol)}
              placeholder={t.priceFrom(symbol)}
              autoComplete="off"
              defaultValue={min}
            />
            <input
              name="priceMax"
              data-range="price"
              inputMode="numeric"
              pattern="[0-9]{0,9}"
              title={t.wholeDollars}
              aria-label={t.priceTo(symbol)}
              placeholder={t.priceTo(symbol)}
              autoComplete="off"
              defaultValue={max}
            />
            <span role="alert">{t.wholeDollars}</span>
          </span>
        </div>
        <Word label={t.technique} name="technique" value={known ? technique.toLowerCase() : technique}>
          {[...techniques]
            .sort((a, b) => a.name.localeCompare(b.name, 'en'))
            .map(({ name, artworkCount }) => (
              <option key={name} value={name.toLowerCase()}>
                {name} ({artworkCount})
              </option>
            ))}
          {technique && !known && <option value={technique}>{technique}</option>}
        </Word>
        <Word label={t.editionSize} name="editionSize" value={query.editionSize}>
          {editionSizes.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          {otherSize && <option value={query.editionSize}>{sizeLabel(query.editionSize)}</option>}
        </Word>
        <Word label={t.availability} name="availability" value={query.availability[0]?.toLowerCase() ?? ''}>
          {availabilities.map(([value, label]) => (
            <option key={value} value={value.toLowerCase()}>
              {label}
            </option>
          ))}
        </Word>
        <Choice label={t.availableOnly} name="reduced" value="1" defaultChecked={query.reduced} />
        <p className={styles.done}>
          <button type="button" popoverTarget={drawer} popoverTargetAction="hide">
            {t.show} {count}
          </button>
        </p>
      </div>
    </FilterForm>
  )
}
