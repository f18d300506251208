interface Level {
  url: string
  width: number
  height: number
}

/** For anything but an image, which needs only the view. */
const nothing = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** The renditions of an image, smallest first. For anything else, a single transparent pixel in its proportions. */
export function levelsOf(art: HTMLElement): Level[] {
  if (!(art instanceof HTMLImageElement)) {
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
