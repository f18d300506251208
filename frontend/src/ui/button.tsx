import type { ButtonHTMLAttributes } from 'react'
import styles from './button.module.css'

export type ButtonKind = 'solid' | 'quiet' | 'text'

interface Look {
  kind?: ButtonKind
  wide?: boolean
  className?: string
}

/** The classes of a button, for a link that must look like one: `<a className={buttonClass()}>`. */
export function buttonClass({ kind = 'solid', wide = false, className }: Look = {}) {
  return [styles.button, kind !== 'solid' && styles[kind], wide && styles.wide, className]
    .filter(Boolean)
    .join(' ')
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** Something runs: announced as busy, and a second press does nothing. */
  busy?: boolean
}

export function Button({
  kind,
  wide,
  className,
  busy = false,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ kind, wide, className })}
      aria-busy={busy || undefined}
      onClick={
        busy
          ? (event) => {
              event.preventDefault()
            }
          : onClick
      }
    />
  )
}
