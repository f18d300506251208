import { refuse } from './fault.js'
import { Reason } from './gen/vitrine/render/v1/render_pb.js'

/** megabytes returns a number of bytes for people. */
export const megabytes = (bytes: number) => `${Math.floor(bytes / 2 ** 20)} MB`

/** tooMuchMemory refuses a picture that needs more memory than a job may use. */
export const tooMuchMemory = (memory: number) =>
  refuse(
    Reason.TOO_MUCH_MEMORY,
    `This picture takes more than ${megabytes(memory)} of memory to open. Save it smaller, and not progressive or interlaced.`,
  )
