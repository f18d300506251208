import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import * as t from '@/messages/studio'
import { Field, Select } from '@/ui/field'
import { TextArea } from '@/ui/text-area'
import type { Values } from '../model'
import styles from './studio.module.css'

interface FieldsProps {
  categories: { slug: string; name: string }[]
  currency: string
  register: UseFormRegister<Values>
  errors: FieldErrors<Values>
}

/** One control for each text of the artist's own page. */
export function ProfileFields({
  hasPortrait,
  register,
  errors,
}: Pick<FieldsProps, 'register' | 'errors'> & { hasPortrait: boolean }) {
  const error = (name: keyof Values) => errors[name]?.message
  return (
    <>
      {hasPortrait && (
        <TextArea label={t.fields.portraitAlt} hint={t.hints.alt} error={error('alt')} {...register('alt')} />
      )}
      <TextArea
        label={t.fields.bio}
        hint={t.hints.bio}
        error={error('bio')}
        className={styles.long}
        {...register('bio')}
      />
      <div className={styles.pair}>
        <Field
          label={t.fields.born}
          error={error('born')}
          inputMode="numeric"
          autoComplete="off"
          {...register('born')}
        />
        <Field
          label={t.fields.died}
          hint={t.hints.died}
          error={error('died')}
          inputMode="numeric"
          autoComplete="off"
          {...register('died')}
        />
      </div>
      <Field
        label={t.fields.place}
        hint={t.hints.place}
        error={error('place')}
        autoComplete="off"
        {...register('place')}
      />
      <Field
        label={t.fields.website}
        hint={t.hints.website}
        error={error('website')}
        type="url"
        autoComplete="off"
        {...register('website')}
      />
    </>
  )
}

/** One control for each text of a draft of an artwork. */
export function Fields({ categories, currency, register, errors }: FieldsProps) {
  const error = (name: keyof Values) => errors[name]?.message
  return (
    <>
      <Field label={t.fields.title} error={error('title')} autoComplete="off" {...register('title')} />
      <Field
        label={t.fields.medium}
        hint={t.hints.medium}
        error={error('medium')}
        autoComplete="off"
        {...register('medium')}
      />
      <div className={styles.pair}>
        <Select label={t.fields.category} error={error('category')} {...register('category')}>
          <option value="">{t.choose}</option>
          {categories.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </Select>
        <Field
          label={t.fields.year}
          error={error('year')}
          inputMode="numeric"
          autoComplete="off"
          {...register('year')}
        />
      </div>
      <Field
        label={t.fields.dimensions}
        hint={t.hints.dimensions}
        error={error('dimensions')}
        autoComplete="off"
        {...register('dimensions')}
      />
      <div className={styles.pair}>
        <Field
          label={t.fields.editionSize}
          hint={t.hints.editionSize}
          error={error('editionSize')}
          inputMode="numeric"
          autoComplete="off"
          {...register('editionSize')}
        />
        <Field
          label={t.fields.price(currency)}
          hint={t.hints.price}
          error={error('price')}
          inputMode="decimal"
          autoComplete="off"
          {...register('price')}
        />
      </div>
      <TextArea
        label={t.fields.description}
        hint={t.hints.description}
        error={error('description')}
        className={styles.long}
        {...register('description')}
      />
      <TextArea label={t.fields.alt} hint={t.hints.alt} error={error('alt')} {...register('alt')} />
    </>
  )
}
