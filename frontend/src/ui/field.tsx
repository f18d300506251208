import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './field.module.css'

export interface Described {
  label: ReactNode
  hint?: ReactNode
  /** The error message: what is wrong and what to do. Marks the control as invalid. */
  error?: ReactNode
}

interface Checked {
  /** Shown while the browser finds the value invalid; say what to enter instead. It needs no script. */
  invalid?: string
}

export function describedBy(id: string, { hint, error }: Pick<Described, 'hint' | 'error'>) {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return { 'aria-describedby': ids || undefined, 'aria-invalid': error ? true : undefined }
}

export function Notes({ id, hint, error }: { id: string; hint?: ReactNode; error?: ReactNode }) {
  return (
    <>
      {hint && (
        <span className={styles.hint} id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && (
        <span className={styles.error} id={`${id}-error`} role="alert">
          {error}
        </span>
      )}
    </>
  )
}

export function Field({
  label,
  hint,
  error,
  invalid,
  className,
  ...input
}: Described & Checked & ComponentProps<'input'>) {
  const made = useId()
  const id = input.id ?? made
  const described = describedBy(id, { hint, error })
  return (
    <div className={[styles.field, className].filter(Boolean).join(' ')}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        // Each text runs in its own direction. Numbers and addresses run from left to right either way.
        dir="auto"
        title={invalid}
        {...input}
        {...described}
        aria-errormessage={invalid && `${id}-invalid`}
        id={id}
        className={styles.control}
      />
      {invalid && (
        <span className={styles.invalid} id={`${id}-invalid`} role="alert">
          {invalid}
        </span>
      )}
      <Notes id={id} hint={hint} error={error} />
    </div>
  )
}

/** A native select: it works without JavaScript and with each phone's own picker. */
export function Select({
  label,
  hint,
  error,
  className,
  children,
  ...select
}: Described & ComponentProps<'select'>) {
  const made = useId()
  const id = select.id ?? made
  return (
    <div className={[styles.field, className].filter(Boolean).join(' ')}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <select {...select} {...describedBy(id, { hint, error })} id={id} className={styles.control}>
        {children}
      </select>
      <Notes id={id} hint={hint} error={error} />
    </div>
  )
}

/** A checkbox, or with type="radio" one choice of a group. */
export function Choice({
  label,
  hint,
  error,
  className,
  type = 'checkbox',
  ...input
}: Described & Omit<ComponentProps<'input'>, 'type'> & { type?: 'checkbox' | 'radio' }) {
  const made = useId()
  const id = input.id ?? made
  return (
    <div className={[styles.field, className].filter(Boolean).join(' ')}>
      <label className={styles.check} htmlFor={id}>
        <input {...input} {...describedBy(id, { hint, error })} id={id} type={type} className={styles.box} />
        <span>{label}</span>
      </label>
      <Notes id={id} hint={hint} error={error} />
    </div>
  )
}
