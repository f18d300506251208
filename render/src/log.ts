type Fields = Record<string, unknown>

function write(level: string, msg: string, fields: Fields) {
  const flat = Object.fromEntries(Object.entries(fields).map(([k, v]) => [k, v instanceof Error ? v.message : v]))
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, msg, service: 'render', ...flat })}\n`)
}

/** log writes lines of JSON to stderr, in the form of the other services. */
export const log = {
  info: (msg: string, fields: Fields = {}) => write('INFO', msg, fields),
  warn: (msg: string, fields: Fields = {}) => write('WARN', msg, fields),
  error: (msg: string, fields: Fields = {}) => write('ERROR', msg, fields),
}
