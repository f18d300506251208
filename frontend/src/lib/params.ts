/** Search parameters as Next.js passes them to a page. */
export type RawParams = Record<string, string | string[] | undefined>

/** The parameters of an address, in the form that Next.js passes to a page. */
export const rawParams = (params: URLSearchParams): RawParams =>
  Object.fromEntries([...new Set(params.keys())].map((key) => [key, params.getAll(key)]))

/** The query string for parameters that Next.js passed to a page. */
export const searchOf = (params: RawParams): string =>
  new URLSearchParams(
    Object.entries(params).flatMap(([key, value]) =>
      (Array.isArray(value) ? value : [value ?? '']).map((one): [string, string] => [key, one]),
    ),
  ).toString()

/** Every value of a parameter, without empty ones (a plain form sends those). */
export function all(params: RawParams, key: string): string[] {
  const value = params[key]
  return (Array.isArray(value) ? value : value === undefined ? [] : [value])
    .map((v) => v.trim())
    .filter(Boolean)
}

export const first = (params: RawParams, key: string) => all(params, key)[0]

/** A page number from 1; anything else is the first page. */
export function pageOf(params: RawParams) {
  const page = Number(first(params, 'page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}

/** The order of a listing in an address. The first one is the default, which is left out of addresses. */
export const orderIn = (sorts: readonly (readonly [sort: string, label: string])[], sort: string) =>
  sort === sorts[0]?.[0] ? '' : sort.toLowerCase()

/** An address with its parameters, without empty ones, in a stable order. */
export function href(path: string, params: Record<string, string | number | string[] | undefined>) {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(params)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== '' && !(key === 'page' && Number(item) <= 1))
        query.append(key, String(item))
    }
  }
  const text = query.toString()
  return text ? `${path}?${text}` : path
}
