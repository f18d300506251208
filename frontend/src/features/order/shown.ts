import { create } from 'zustand'

interface Shown {
  id: string
  name: string
}

/** The name of the order on the page, for its heading: the server renders that without reading anyone's orders. */
export const useShownOrder = create<Shown>(() => ({ id: '', name: '' }))
