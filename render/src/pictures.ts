import { join } from 'node:path'
import { create } from '@bufbuild/protobuf'
import type { HandlerContext, ServiceImpl } from '@connectrpc/connect'
import { misused } from './fault.js'
import {
  ConvertResponseSchema,
  Fit,
  Format,
  type InspectResponse,
  InspectResponseSchema,
  type Job,
  type Output,
  type PictureService,
  TileResponseSchema,
} from './gen/vitrine/render/v1/render_pb.js'
import { chunksOf, type Jobs, receive } from './jobs.js'
import type { Limits } from './protocol.js'
import type { Settings } from './settings.js'

const maxOutputs = 20
const maxSide = 65535
const formats = [Format.JPEG, Format.PNG, Format.WEBP, Format.AVIF, Format.RGBA]

/** pictures implements PictureService. */
export function pictures(jobs: Jobs, s: Settings): ServiceImpl<typeof PictureService> {
  const limits = (job?: Job): Limits => ({
    maxPixels: Math.min(Number(job?.limits?.maxPixels || s.maxPixels), s.maxPixels),
    still: job?.limits?.still ?? false,
    memory: s.memory,
  })
  const how = (job: Job | undefined, folder: string, c: HandlerContext) => ({ folder, urgent: job?.urgent ?? false, signal: c.signal })

  return {
    async inspect(requests, c) {
      let response: InspectResponse | undefined
      const found = jobs.use(async function* (folder) {
        const original = join(folder, 'original')
        const job = await receive(requests, original, s.maxBytes)
        yield* jobs.run({ kind: 'inspect', original, limits: limits(job) }, how(job, folder, c))
      })
      for await (const r of found) if (r.kind === 'picture') response = create(InspectResponseSchema, { picture: r.picture })
      return response ?? create(InspectResponseSchema)
    },

    convert(requests, c) {
      return jobs.use(async function* (folder) {
        const original = join(folder, 'original')
        const { job, outputs } = await receive(requests, original, s.maxBytes)
        if (outputs.length === 0 || outputs.length > maxOutputs) throw misused(`a job has 1 to ${maxOutputs} outputs`)
        const work = { kind: 'convert', original, limits: limits(job), outputs: outputs.map(output) } as const
        for await (const r of jobs.run(work, how(job, folder, c))) {
          if (r.kind === 'picture') yield create(ConvertResponseSchema, { part: { case: 'picture', value: r.picture } })
          if (r.kind !== 'file') continue
          yield create(ConvertResponseSchema, { part: { case: 'file', value: { ...r.file, size: BigInt(r.file.size) } } })
          for await (const chunk of chunksOf(r.file.path)) yield create(ConvertResponseSchema, { part: { case: 'chunk', value: chunk } })
        }
      })
    },

    tile(requests, c) {
      return jobs.use(async function* (folder) {
        const original = join(folder, 'original')
        const { job, side, wholeUpTo } = await receive(requests, original, s.maxBytes)
        if (side < 128 || side > 1024 || wholeUpTo < side) throw misused('side is 128 to 1024, and whole_up_to at least as much')
        const work = { kind: 'tile', original, limits: limits(job), side, wholeUpTo } as const
        for await (const r of jobs.run(work, how(job, folder, c))) {
          if (r.kind === 'picture') yield create(TileResponseSchema, { part: { case: 'picture', value: r.picture } })
          if (r.kind === 'info') yield create(TileResponseSchema, { part: { case: 'info', value: r.info } })
          if (r.kind !== 'file') continue
          yield create(TileResponseSchema, { part: { case: 'file', value: { ...r.file, size: BigInt(r.file.size) } } })
          for await (const chunk of chunksOf(r.file.path)) yield create(TileResponseSchema, { part: { case: 'chunk', value: chunk } })
        }
      })
    },
  }
}

/** output checks an output and returns it as a plain value. */
function output(o: Output) {
  const { name, format, width, height, fit, quality, moving, background } = o
  if (!formats.includes(format)) throw misused(`output ${name}: the format is none of JPEG, PNG, WebP, AVIF and RGBA`)
  if (width > maxSide || height > maxSide) throw misused(`output ${name}: more than ${maxSide} pixels wide or high`)
  if ((fit === Fit.COVER || fit === Fit.CONTAIN) && (width === 0 || height === 0)) {
    throw misused(`output ${name}: this fit needs a width and a height`)
  }
  if (background !== '' && !/^#[0-9a-f]{6}$/.test(background)) throw misused(`output ${name}: the background is not #rrggbb`)
  return { name, format, width, height, fit, quality, moving, background }
}
