/** How many times larger than on the page a work is shown at most. */
export const most = 8

/** The scale after a step; just beside 1 it is the whole work, because as many steps back as closer end there by a rounding. */
export function stepped(scale: number, factor: number): number {
  const next = Math.min(most, scale * factor)
  return next < 1.001 ? 1 : next
}

/** On the page the plain wheel scrolls. With Ctrl, which is what a trackpad's pinch sends, it zooms. */
export const isTurnable = (full: boolean, event: Pick<WheelEvent, 'ctrlKey'> | null) =>
  full || event?.ctrlKey === true
