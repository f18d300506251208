import type { UseFormRegisterReturn } from 'react-hook-form'
import * as t from '@/messages/studio'
import { Field, Select } from '@/ui/field'
import { TextArea } from '@/ui/text-area'
import type { Name } from '../model'
import styles from './studio.module.css'

interface FieldsProps {
  categories: { slug: string; name: string }[]
  currency: string
  /** The properties of a field's control. */
  field: (name: Name) => UseFormRegisterReturn & { error?: string }
}

/** One control for each text of the artist's own page. */
export function ProfileFields({ hasPortrait, field }: Pick<FieldsProps, 'field'> & { hasPortrait: boolean }) {
  return (
    <>
      {hasPortrait && <TextArea label={t.fields.portraitAlt} hint={t.hints.alt} {...field('alt')} />}
      <TextArea label={t.fields.bio} hint={t.hints.bio} className={styles.long} {...field('bio')} />
      <div className={styles.pair}>
        <Field label={t.fields.born} inputMode="numeric" autoComplete="off" {...field('born')} />
        <Field
          label={t.fields.died}
          hint={t.hints.died}
          inputMode="numeric"
          autoComplete="off"
          {...field('died')}
        />
      </div>
      <Field label={t.fields.place} hint={t.hints.place} autoComplete="off" {...field('place')} />
      <Field
        label={t.fields.website}
        hint={t.hints.website}
        type="url"
        autoComplete="off"
        {...field('website')}
      />
    </>
  )
}

/** One control for each text of a draft of an artwork. */
export function Fields({ categories, currency, field }: FieldsProps) {
  return (
    <>
      <Field label={t.fields.title} autoComplete="off" {...field('title')} />
      <Field label={t.fields.medium} hint={t.hints.medium} autoComplete="off" {...field('medium')} />
      <div className={styles.pair}>
        <Select label={t.fields.category} {...field('category')}>
          <option value="">{t.choose}</option>
          {categories.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </Select>
        <Field label={t.fields.year} inputMode="numeric" autoComplete="off" {...field('year')} />
      </div>
      <Field
        label={t.fields.dimensions}
        hint={t.hints.dimensions}
        autoComplete="off"
        {...field('dimensions')}
      />
      <div className={styles.pair}>
        <Field
          label={t.fields.editionSize}
          hint={t.hints.editionSize}
          inputMode="numeric"
          autoComplete="off"
          {...field('editionSize')}
        />
        <Field
          label={t.fields.price(currency)}
          hint={t.hints.price}
          inputMode="decimal"
          autoComplete="off"
          {...field('price')}
        />
      </div>
      <TextArea
        label={t.fields.description}
        hint={t.hints.description}
        className={styles.long}
        {...field('description')}
      />
      <TextArea label={t.fields.alt} hint={t.hints.alt} {...field('alt')} />
    </>
  )
}
