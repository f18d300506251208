import { sessionStore, storageKey } from '@/lib/storage'
import type { Folder, Values } from './model'

const keyOf = (folder: Folder, id: string) => storageKey(`unsaved.${folder}.${id}`)

/**
 * Unsaved form values of an entry. They stay in the tab, even after a reload, another page or a login, until they are saved
 * or discarded.
 */
export function readUnsaved(folder: Folder, id: string, names: string[]): Values {
  try {
    const kept: unknown = JSON.parse(sessionStore.getItem(keyOf(folder, id)) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(
      Object.entries(kept).filter(([name, value]) => names.includes(name) && typeof value === 'string'),
    )
  } catch {
    return {}
  }
}

export function writeUnsaved(folder: Folder, id: string, values: Values, names: string[]) {
  if (names.length === 0) sessionStore.removeItem(keyOf(folder, id))
  else
    sessionStore.setItem(
      keyOf(folder, id),
      JSON.stringify(Object.fromEntries(names.map((name) => [name, values[name] ?? '']))),
    )
}
