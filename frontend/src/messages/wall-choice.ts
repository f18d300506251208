import type { Hue, Tone } from '@/lib/walls'

/** Texts: the owner's choice of a wall. */
export const wall = 'Wall'
export const automatic = 'Automatic'
export const loading = 'Loading…'

const tones: Record<Tone, string> = { dark: 'dark ', light: 'light ', '': '' }

/** "Dark blue", or "Dark blue 2" for the second one. */
export function nameOf({ tone, hue }: { tone: Tone; hue: Hue }, number: number): string {
  const name = tones[tone] + hue
  return name.charAt(0).toUpperCase() + name.slice(1) + (number > 1 ? ` ${number}` : '')
}
