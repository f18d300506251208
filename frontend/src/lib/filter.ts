/** A parameter of a filter: how it is read, and what is written for it. */
interface Parameter<T> {
  read: (params: URLSearchParams, name: string) => T
  /** Nothing for a value that an address without the parameter has. */
  write: (value: T) => string[]
}

/** A text, without spaces around it when it is written. */
export const text: Parameter<string> = {
  read: (params, name) => params.get(name) ?? '',
  write: (value) => [value.trim()].filter(Boolean),
}

/** One of some names; `usual` without the parameter, or for an unknown one. */
export const oneOf = <Name extends string, Usual extends string>(
  names: readonly Name[],
  usual: Usual,
): Parameter<Name | Usual> => ({
  read: (params, name) => names.find((known) => known === params.get(name)) ?? usual,
  write: (value) => (value === usual ? [] : [value]),
})

/** Any number of some names, in their order. Unknown ones are left out. */
export const someOf = <Name extends string>(names: readonly Name[]): Parameter<Name[]> => ({
  read: (params, name) => names.filter((known) => params.getAll(name).includes(known)),
  write: (value) => value,
})

const lastPage = 100_000

/** The number of a page. */
export const page: Parameter<number> = {
  read: (params, name) => {
    const number = Number(params.get(name))
    return Number.isSafeInteger(number) && number > 0 && number <= lastPage ? number : 1
  },
  write: (value) => (value > 1 ? [String(value)] : []),
}

/** The filter of a list, which is in the address of its page. */
export interface Filter<T> {
  /** What an address says. */
  of: (params: URLSearchParams) => T
  /** "?search=ada&page=2", without what an address doesn't need; empty for all rows. */
  query: (filter?: Partial<T>) => string
}

export type FilterOf<F> = F extends Filter<infer T> ? T : never

export function defineFilter<T extends object>(
  parameters: {
    [Name in keyof T]: Parameter<T[Name]>
  },
): Filter<T> {
  const names = Object.keys(parameters) as (keyof T & string)[]
  return {
    of: (params) => Object.fromEntries(names.map((name) => [name, parameters[name].read(params, name)])) as T,
    query: (filter = {}) => {
      const params = new URLSearchParams()
      for (const name of names) {
        const value = filter[name]
        if (value === undefined) continue
        for (const written of parameters[name].write(value)) params.append(name, written)
      }
      const query = params.toString()
      return query && `?${query}`
    },
  }
}

/** The filter of a list that always shows all rows. */
export const noFilter = defineFilter({})
