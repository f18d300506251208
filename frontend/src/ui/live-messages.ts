import { type ParameterTexts, parameterTexts } from './live-parameters'

/** The messages from a live work. See content/live/src/protocol.js for the other side. */
type FromWork =
  | { type: 'ready' }
  | { type: 'rendered'; hash: string | null; time: number }
  | { type: 'parameters'; hash: string | null; values: ParameterTexts }

/** The messages to a live work. */
export type ToWork =
  | { type: 'resume' }
  | { type: 'pause' }
  | { type: 'seed'; hash: string | null; time: number }

/** A token's hash: 32 bytes. */
export const isHash = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value)

/** Returns the message of a work, or null if it is malformed. The page is untrusted, so nothing in it is trusted. */
export function fromWork(data: unknown): FromWork | null {
  if (typeof data !== 'object' || data === null) return null
  const { type, hash, time, values, ...rest } = data as Record<string, unknown>
  if (Object.keys(rest).length > 0) return null
  if (type === 'parameters') {
    const texts = parameterTexts(values)
    return texts && time === undefined && (hash === null || isHash(hash))
      ? { type, hash, values: texts }
      : null
  }
  if (values !== undefined) return null
  if (type === 'ready') return hash === undefined && time === undefined ? { type } : null
  if (type !== 'rendered' || typeof time !== 'number' || !(time >= 0)) return null
  return hash === null || isHash(hash) ? { type, hash, time } : null
}
