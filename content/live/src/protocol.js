// What a live work and the page around it tell each other. Anything else is not heard, on either side.
//
// To the work:   {type: 'resume'}  {type: 'pause'}  {type: 'seed', hash, time}
// From the work: {type: 'ready'}   {type: 'rendered', hash, time}   {type: 'parameters', hash, values}
//
// hash is a token's, 32 bytes in hex, or null for the work's own seed, that of its still. time is how many seconds the
// work has been running: the same hash and time are the same picture. values are the parameters that the hash chose, by name.

const fields = { resume: [], pause: [], seed: ['hash', 'time'] }

export const isHash = (value) => typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value)

export function readMessage(data) {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(fields, data.type)) return null
  const names = Object.keys(data)
  if (names.length !== fields[data.type].length + 1) return null
  if (data.type !== 'seed') return data
  const known = (data.hash === null || isHash(data.hash)) && typeof data.time === 'number' && data.time >= 0 && data.time <= 3600
  return known ? data : null
}
