import { getOption } from '@bufbuild/protobuf'
import { Code, ConnectError, type Interceptor } from '@connectrpc/connect'
import { Fault } from './fault.js'
import { callers } from './gen/vitrine/options/v1/options_pb.js'
import { RefusalSchema } from './gen/vitrine/render/v1/render_pb.js'
import { ClockSkew, header, type Keys } from './keys.js'
import { log } from './log.js'
import type { RpcSeconds } from './metrics.js'

/** verified rejects callers that the contract doesn't name. */
export const verified =
  (keys: Keys): Interceptor =>
  (next) =>
  async (req) => {
    const procedure = `${req.service.typeName}/${req.method.name}`
    const token = req.header.get(header)
    if (!token) throw new ConnectError("this call needs a caller's token", Code.Unauthenticated)
    const caller = await keys.caller(token).catch((err: unknown) => {
      log.warn('a call was refused', { procedure, error: err })
      if (err instanceof ClockSkew) throw new ConnectError('the clocks differ', Code.Unavailable)
      throw new ConnectError("the caller's token is not valid", Code.Unauthenticated)
    })
    if (!getOption(req.method, callers).includes(caller)) {
      log.warn('a call was refused', { procedure, caller })
      throw new ConnectError('the caller may not call this', Code.PermissionDenied)
    }
    return next(req)
  }

/** measured counts and logs calls, and turns errors into those of the contract. Unknown errors are logged and masked. */
export const measured =
  (rpcSeconds: RpcSeconds): Interceptor =>
  (next) =>
  async (req) => {
    const procedure = `${req.service.typeName}/${req.method.name}`
    const began = process.hrtime.bigint()
    const ended = (code: string) => {
      const seconds = Number(process.hrtime.bigint() - began) / 1e9
      rpcSeconds.observe({ procedure, code }, seconds)
      const request = req.header.get('x-request-id')
      log.info('call', { procedure, code, seconds: Number(seconds.toFixed(3)), ...(request ? { request_id: request } : {}) })
    }
    const failed = (err: unknown) => {
      const out = publicError(err, procedure)
      ended(codeName(out.code))
      return out
    }
    try {
      const res = await next(req)
      if (!res.stream) {
        ended('ok')
        return res
      }
      const messages = res.message
      return {
        ...res,
        message: (async function* () {
          let over = false
          try {
            yield* messages
            over = true
            ended('ok')
          } catch (err) {
            over = true
            throw failed(err)
          } finally {
            if (!over) ended('canceled')
          }
        })(),
      }
    } catch (err) {
      throw failed(err)
    }
  }

const codeName = (code: Code) => Code[code].replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase()

function publicError(err: unknown, procedure: string): ConnectError {
  if (err instanceof ConnectError) return err
  if (err instanceof Fault && err.code !== Code.Internal) {
    log.info('a job failed', { procedure, reason: err.reason, error: err })
    return new ConnectError(err.message, err.code, undefined, [{ desc: RefusalSchema, value: { reason: err.reason } }])
  }
  log.error('internal error', { procedure, error: err instanceof Error ? (err.stack ?? err.message) : err })
  return new ConnectError('something went wrong', Code.Internal)
}
