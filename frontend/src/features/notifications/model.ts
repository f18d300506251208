export interface Notification {
  id: string
  /** Notifications with the same key replace each other. */
  key: string
  message: string
  kind: 'plain' | 'alarm' | 'assent'
  /** Survives the next navigation. */
  persist: boolean
}

/** All except the one with a key. */
export const without = (list: Notification[], gone: string) => list.filter(({ key }) => key !== gone)

/** Adds a notification at the front and removes an earlier one with the same key. */
export const added = (list: Notification[], next: Notification) => [next, ...without(list, next.key)]

/** Removes the first one. */
export const dismissed = (list: Notification[]) => list.slice(1)

/** After a navigation: only persisting ones stay, and only once. */
export const cleared = (list: Notification[]) =>
  list.filter(({ persist }) => persist).map((notice) => ({ ...notice, persist: false }))
