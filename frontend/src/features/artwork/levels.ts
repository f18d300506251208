interface Level {
  url: string
  width: number
  height: number
}

/** For what moves, which needs only the view. */
const nothing = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** Whether an element is a still image, and not an animation, a film or a live work. */
export const isStill = (art: HTMLElement): art is HTMLImageElement =>
  art instanceof HTMLImageElement && !art.closest('[data-moving]')

/** The renditions of a still image, smallest first. For anything else, a single transparent pixel in its proportions. */
export function levelsOf(art: HTMLElement): Level[] {
  if (!isStill(art)) {
    const { offsetWidth: width, offsetHeight: height } = art
    return [{ url: nothing, width, height }]
  }
  const ratio = art.width / art.height
  const levels = [...art.srcset.matchAll(/(\S+) (\d+)w/g)].map(([, url = '', width = '']) => ({
    url,
    width: Number(width),
    height: Math.round(Number(width) / ratio),
  }))
  if (levels.length > 0) return levels
  // Until its renditions are made there is only the original, in its own size, which is known once it has loaded.
  const [width, height] = art.naturalWidth ? [art.naturalWidth, art.naturalHeight] : [art.width, art.height]
  return [{ url: art.currentSrc || art.src, width, height }]
}
