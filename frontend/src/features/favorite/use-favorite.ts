'use client'

import { useRestored } from '@/lib/restored'
import { useSession } from '@/lib/session/use-session'
import { type Entry, isSame, most, toggled, useFavorites } from './store'

const load = () => import('./sync')

/** Whether an entry is saved or followed, and a function that changes it. Without a login the browser stores it. */
export function useFavorite(entry: Entry, onProblem: (error: unknown) => void) {
  const { user } = useSession()
  const on = useFavorites(({ items }) => items.some(isSame(entry)))
  useRestored(useFavorites)
  const toggle = async () => {
    const before = useFavorites.getState()
    const items = toggled(before.items, entry, !on)
    useFavorites.setState({ items: user ? items : items.slice(0, most) })
    if (!user) return
    try {
      await (await load()).store(user.sub, entry, !on)
    } catch (error) {
      useFavorites.setState({ items: toggled(useFavorites.getState().items, entry, on) })
      onProblem(error)
    }
  }
  return { on, toggle }
}
