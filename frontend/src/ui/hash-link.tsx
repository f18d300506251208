import { OutLink } from './link'

/** The beginning of a hash as a link to where it is explained, or the whole hash without one. */
export const HashLink = ({ hash, href }: { hash: string; href: string | null }) =>
  href ? <OutLink href={href}>{hash.slice(0, 12)}…</OutLink> : <code>{hash}</code>
