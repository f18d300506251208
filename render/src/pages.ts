import { readFile } from 'node:fs/promises'
import { create } from '@bufbuild/protobuf'
import { Code, type ServiceImpl } from '@connectrpc/connect'
import type { Chromium } from './chromium.js'
import { Fault, misused, temporary } from './fault.js'
import {
  DrawResponseSchema,
  FilmResponseSchema,
  Format,
  GetBrowserResponseSchema,
  type PageService,
  Reason,
} from './gen/vitrine/render/v1/render_pb.js'
import type { Jobs } from './jobs.js'
import { log } from './log.js'
import type { Page } from './protocol.js'
import type { Settings } from './settings.js'

const maxSide = 1600
const maxPath = 300

/** pages implements PageService. */
export function pages(jobs: Jobs, chromium: Chromium, s: Settings): ServiceImpl<typeof PageService> {
  const available = chromium.available && s.artOrigin !== ''

  async function page(r: { path: string; width: number; height: number }, limit: number): Promise<Page> {
    if (r.width < 1 || r.width > maxSide || r.height < 1 || r.height > maxSide) throw misused(`width and height are 1 to ${maxSide}`)
    // What the path means to the browser has to be the same text, or requests would not be recognised.
    const url = URL.canParse(s.artOrigin + r.path) ? new URL(s.artOrigin + r.path) : undefined
    if (!/^\/(?!\/)/.test(r.path) || r.path.length > maxPath || url?.href !== s.artOrigin + r.path || url.hash !== '') {
      throw misused('path is a path and query on the art origin')
    }
    if (!available) throw new Fault(Code.FailedPrecondition, Reason.NO_BROWSER, 'this deployment has no browser')
    const command = await chromium.command().catch((err: unknown) => {
      log.error('the browser cannot be unpacked', { error: err })
      throw temporary('the browser cannot be unpacked')
    })
    return { ...command, address: s.artOrigin + r.path, shop: s.publicURL, width: r.width, height: r.height, limit: limit * 1000 }
  }

  return {
    getBrowser: () => create(GetBrowserResponseSchema, { available }),

    async draw(r, c) {
      if (r.format !== Format.PNG && r.format !== Format.JPEG) throw misused('format is PNG or JPEG')
      const opened = await page(r, s.pageLimit)
      const found = jobs.use(async function* (folder) {
        const work = { kind: 'draw', page: opened, format: r.format, elsewhere: r.elsewhere, strict: r.strict } as const
        for await (const result of jobs.run(work, { folder, urgent: r.urgent, signal: c.signal })) {
          if (result.kind === 'file') yield readFile(result.file.path)
        }
      })
      const response = create(DrawResponseSchema)
      for await (const picture of found) response.picture = picture
      return response
    },

    async film(r, c) {
      if (!/^0x[0-9a-f]{64}$/.test(r.hash)) throw misused('hash is 32 bytes in hex')
      const opened = await page(r, 2 * s.pageLimit)
      const response = create(FilmResponseSchema)
      const found = jobs.use(async function* (folder) {
        const work = { kind: 'film', page: opened, hash: r.hash } as const
        for await (const result of jobs.run(work, { folder, urgent: r.urgent, signal: c.signal })) {
          if (result.kind === 'film') response.milliseconds = result.milliseconds
          if (result.kind !== 'file') continue
          response.width = result.file.width
          response.height = result.file.height
          yield readFile(result.file.path)
        }
      })
      for await (const film of found) response.film = film
      return response
    },
  }
}
