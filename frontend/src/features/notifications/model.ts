export interface Notification {
  id: string
  /** Two of the same key are one. */
  key: string
  message: string
  kind: 'plain' | 'alarm' | 'assent'
  /** Survives the next navigation. */
  persist: boolean
}

/** All but the one of a key. */
export const without = (list: Notification[], gone: string) => list.filter(({ key }) => key !== gone)

/** A new one goes to the front; an earlier one of the same key goes. */
export const added = (list: Notification[], next: Notification) => [next, ...without(list, next.key)]

/** Takes the first away. */
export const dismissed = (list: Notification[]) => list.slice(1)

/** A navigation: only persisting ones stay, and they do not persist a second time. */
export const cleared = (list: Notification[]) =>
  list.filter(({ persist }) => persist).map((one) => ({ ...one, persist: false }))
