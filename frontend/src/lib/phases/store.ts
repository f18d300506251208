import { create } from 'zustand'
import type { Plan, PriceNow } from './model'

interface PhasesNow {
  /** By drop. A drop without phases is absent, and so is one whose phases aren't known yet. */
  plans: Record<string, Plan>
  /** By artwork: the price of the visitor's own order, which stays the same when another phase begins. */
  kept: Record<string, PriceNow>
}

/** The phases of the drops that the page shows. Pages are cached, so the browser reads them after the page. */
export const usePhasesNow = create<PhasesNow>()(() => ({ plans: {}, kept: {} }))
