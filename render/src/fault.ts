import { Code } from '@connectrpc/connect'
import { Reason } from './gen/vitrine/render/v1/render_pb.js'

/** Fault is an error that callers see: its code and reason are those of the contract, and its message is a sentence for people. */
export class Fault extends Error {
  constructor(
    readonly code: Code,
    readonly reason: Reason,
    message: string,
  ) {
    super(message)
  }
}

/** refuse returns the error for a file or page that is the cause itself. Repeating the job doesn't help. */
export const refuse = (reason: Reason, message: string) => new Fault(Code.InvalidArgument, reason, message)

/** temporary returns an error after which the job can be repeated. */
export const temporary = (message: string) => new Fault(Code.Unavailable, Reason.UNSPECIFIED, message)

/** misused returns the error for a request that only a change of the caller can fix. */
export const misused = (message: string) => new Fault(Code.OutOfRange, Reason.UNSPECIFIED, message)
