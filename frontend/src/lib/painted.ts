import { wallOf } from './wall'

/** Variables for `painted.module.css`: a wall in the most vivid of these colours of a picture, and the ink that is legible on it. */
export function painted(...colours: (string | null | undefined)[]) {
  const { wall, ink } = wallOf(colours.flatMap((colour) => colour ?? []))
  return { '--painted': wall, '--painted-ink': ink }
}
