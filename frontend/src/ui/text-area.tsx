import { type ComponentProps, useId } from 'react'
import { type Described, describedBy, Notes } from './field'
import styles from './field.module.css'

/** A field for a text of several lines. It grows with the text where browsers can. */
export function TextArea({
  label,
  hint,
  error,
  className,
  ...textarea
}: Described & ComponentProps<'textarea'>) {
  const made = useId()
  const id = textarea.id ?? made
  return (
    <div className={[styles.field, className].filter(Boolean).join(' ')}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        dir="auto"
        {...textarea}
        {...describedBy(id, { hint, error })}
        id={id}
        className={styles.control}
      />
      <Notes id={id} hint={hint} error={error} />
    </div>
  )
}
