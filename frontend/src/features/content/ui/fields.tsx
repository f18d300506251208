'use client'

import type { UseFormRegisterReturn } from 'react-hook-form'
import * as t from '@/messages/content'
import { Field, Select } from '@/ui/field'
import { TextArea } from '@/ui/text-area'
import { type Entry, editable, type Folder } from '../model'
import styles from './content.module.css'

const long = ['description', 'body', 'bio']
const short = ['summary']

interface FieldsProps {
  folder: Folder
  currency: string
  categories: Entry['categories']
  /** The properties of a field's control. */
  field: (name: string) => UseFormRegisterReturn & { error?: string }
}

/** One control for each field that staff edit. */
export function Fields({ folder, currency, categories, field }: FieldsProps) {
  // The order of works is a list below.
  const names = editable[folder].filter((name) => name !== 'works')
  return names.map((name) => {
    const common = {
      label: t.fields[name],
      hint: name === 'purchasePrice' ? t.priceHint(currency) : t.hints[name],
      ...field(name),
    }
    if (name === 'category') {
      return (
        <Select key={name} {...common}>
          {categories.map(({ slug, name: words }) => (
            <option key={slug} value={slug}>
              {words}
            </option>
          ))}
        </Select>
      )
    }
    if (long.includes(name) || short.includes(name))
      return <TextArea key={name} {...common} className={long.includes(name) ? styles.long : undefined} />
    const inputMode = name === 'purchasePrice' ? 'decimal' : undefined
    return <Field key={name} {...common} inputMode={inputMode} autoComplete="off" />
  })
}
