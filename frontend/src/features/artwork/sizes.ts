import { wide } from '@/lib/hang'

const rounded = (length: number) => Math.round(length * 10) / 10

/**
 * The widths of a picture that hangs on a wall as wide as a page, from its widths in percent of each wall. They are exact, so that a phone of 412 px and a pixel ratio of 1.75 loads
 * the 640 px rendition.
 */
export function sizesOf([phone = 100, tablet = 0, desktop = 0, large = 0]: number[], ratio: number) {
  // On a phone a wide work is as high as others and scrolls.
  const narrow = ratio >= wide ? 104 * ratio : phone * 0.886
  return [
    `(width >= 1920px) ${rounded(large * 1.11)}rem`,
    `(width >= 1600px) ${rounded(large * 0.92)}vw`,
    `(width >= 1024px) ${rounded(desktop * 0.91)}vw`,
    `(width >= 600px) ${rounded(tablet * 0.9)}vw`,
    `${rounded(narrow)}vw`,
  ].join(', ')
}

/** The width of a picture in a row, whose height carousel.module.css sets. */
export const sizesInRow = (ratio: number) =>
  `(width >= 600px) ${rounded(26 * ratio)}rem, ${Math.min(88.5, Math.round(82 * ratio))}vw`
