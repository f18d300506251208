import type { ButtonHTMLAttributes } from 'react'
import styles from './button.module.css'

export type ButtonKind = 'solid' | 'quiet' | 'text'

interface Look {
  kind?: ButtonKind
  wide?: boolean
  className?: string
}

/** Classes that make a link look like a button: `<a className={buttonClass()}>`. */
export function buttonClass({ kind = 'solid', wide = false, className }: Look = {}) {
  return [styles.button, kind !== 'solid' && styles[kind], wide && styles.wide, className]
    .filter(Boolean)
    .join(' ')
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** Announces the button as busy and ignores further presses. */
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
