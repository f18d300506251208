import { createStore } from 'zustand'
import { persist } from 'zustand/middleware'
import { persistSession, storageKey } from '@/lib/storage'

interface Position {
  /** A page's address without origin and fragment. */
  uri: string
  /** Pixels from the top. */
  storedScrollPosition: number
}

interface ScrollMemory {
  /** The latest first. */
  positions: Position[]
}

/** The maximum number of entries, more than visitors go back. It limits the stored size. */
const most = 50

/** Milliseconds between a page's arrival and restoring its position. */
export const restorationDelay = 0

export const scrollMemory = createStore<ScrollMemory>()(
  persist((): ScrollMemory => ({ positions: [] }), {
    name: storageKey('scroll'),
    version: 1,
    storage: persistSession<ScrollMemory>(),
  }),
)

export function rememberScroll(uri: string, y: number) {
  const { positions } = scrollMemory.getState()
  const storedScrollPosition = Math.max(0, Math.round(y))
  scrollMemory.setState({
    positions: [{ uri, storedScrollPosition }, ...positions.filter((position) => position.uri !== uri)].slice(
      0,
      most,
    ),
  })
}

/** Where a page was left, or null. */
export const storedScroll = (uri: string) =>
  scrollMemory.getState().positions.find((position) => position.uri === uri)?.storedScrollPosition ?? null
