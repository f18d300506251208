import { sessionStore, storageKey } from './storage'

/** Unsaved input of a form, by field. */
interface Unsaved<Name extends string = string> {
  values: Partial<Record<Name, string>>
  /** The saved values at that time. If a field has another value now, somebody else changed it. */
  before: Partial<Record<Name, string>>
}

export const nothingUnsaved: Unsaved<never> = { values: {}, before: {} }

const keyOf = (form: string) => storageKey(`unsaved.${form}`)

/** Unsaved values of a form. They stay in the tab, even after a reload, another page or a login, until they are saved or discarded. */
export function readUnsaved<Name extends string>(form: string, names: readonly Name[]): Unsaved<Name> {
  try {
    const kept: unknown = JSON.parse(sessionStore.getItem(keyOf(form)) ?? 'null')
    const part = (name: keyof Unsaved) => {
      const fields: unknown = Object(kept)[name]
      return Object.fromEntries(
        names.map((name) => [name, Object(fields)[name]]).filter(([, value]) => typeof value === 'string'),
      ) as Unsaved<Name>['values']
    }
    return { values: part('values'), before: part('before') }
  } catch {
    return nothingUnsaved
  }
}

export function writeUnsaved(
  form: string,
  names: readonly string[],
  values: Unsaved['values'],
  before: Unsaved['values'],
) {
  const pick = (from: Unsaved['values']) => Object.fromEntries(names.map((name) => [name, from[name] ?? '']))
  if (names.length === 0) sessionStore.removeItem(keyOf(form))
  else sessionStore.setItem(keyOf(form), JSON.stringify({ values: pick(values), before: pick(before) }))
}

/** The fields of an earlier visit that somebody else changed since, unless they now say the same. */
export const outdatedIn = <Name extends string>(
  kept: Unsaved<Name>,
  saved: Unsaved<Name>['values'],
  values: Unsaved<Name>['values'],
) =>
  (Object.keys(kept.values) as Name[]).filter(
    (name) => kept.before[name] !== (saved[name] ?? '') && values[name] !== (saved[name] ?? ''),
  )
