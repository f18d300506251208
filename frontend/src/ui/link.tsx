import type { ComponentProps } from 'react'
import { type ButtonKind, buttonClass } from './button'
import { Link } from './prefetching-link'

export { Link } from './prefetching-link'

/** A link styled as a button. */
export function ButtonLink({
  kind,
  wide,
  className,
  ...rest
}: ComponentProps<typeof Link> & { kind?: ButtonKind; wide?: boolean }) {
  return <Link {...rest} className={buttonClass({ kind, wide, className })} />
}

/** An external link. It opens in the same tab. */
export function OutLink({ children, ...props }: ComponentProps<'a'>) {
  return (
    <a rel="noopener noreferrer" {...props}>
      {children}
    </a>
  )
}
