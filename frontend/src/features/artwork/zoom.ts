/** How a picture is shown: its scale, and how far its middle is from the wall's, in pixels. */
export interface View {
  scale: number
  x: number
  y: number
}

export const whole: View = { scale: 1, x: 0, y: 0 }
const most = 8

/** Scales by a factor while the point (from the wall's middle) stays where it is. */
export function zoomAt(view: View, factor: number, px: number, py: number): View {
  const scale = Math.min(most, Math.max(1, view.scale * factor))
  // As many steps back as there were steps closer end beside 1 by a rounding.
  if (scale < 1.001) return whole
  const change = scale / view.scale
  return { scale, x: px - (px - view.x) * change, y: py - (py - view.y) * change }
}

/** Keeps the picture on the wall: half of it may leave, no more. */
export function hold(view: View, width: number, height: number): View {
  if (view.scale <= 1) return whole
  const limitX = (width * view.scale) / 2
  const limitY = (height * view.scale) / 2
  return {
    scale: view.scale,
    x: Math.min(limitX, Math.max(-limitX, view.x)),
    y: Math.min(limitY, Math.max(-limitY, view.y)),
  }
}
