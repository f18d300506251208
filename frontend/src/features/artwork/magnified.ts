/** The maximum zoom, relative to the size on the page. */
export const most = 8

/** The scale after a step. Almost 1 becomes 1, because rounding keeps as many steps out as in from ending exactly there. */
export function stepped(scale: number, factor: number): number {
  const next = Math.min(most, scale * factor)
  return next < 1.001 ? 1 : next
}

/** On the page the plain wheel scrolls. With Ctrl, which is what a trackpad's pinch sends, it zooms. */
export const isTurnable = (full: boolean, event: Pick<WheelEvent, 'ctrlKey'> | null) =>
  full || event?.ctrlKey === true
