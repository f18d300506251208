import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { refuse, temporary } from '../fault.js'
import { Format, Reason } from '../gen/vitrine/render/v1/render_pb.js'
import type { Report, Work } from '../protocol.js'
import { load, type Opened, open, shot } from './browser.js'
import { sharp } from './formats.js'

/** Fine lines stay. */
const quality = 90
/** The maximum length of a browser's message. */
const maxMessage = 300

/** drawJob does the job draw. */
export async function drawJob(work: Extract<Work, { kind: 'draw' }>, folder: string, report: (r: Report) => void): Promise<void> {
  const { page, format } = work
  const png = await open(page, folder, work.elsewhere, async (b, served) => {
    const problem = work.strict ? await problems(b) : () => ''
    // The page itself, and nothing that it requests.
    await load(b, page.address, (r) =>
      r.isNavigationRequest() && r.frame() === b.tab.mainFrame() && r.url() === page.address ? served : undefined,
    )
    const picture = await shot(b)
    if (problem()) throw refuse(Reason.PAGE_ERROR, problem().slice(0, maxMessage))
    return picture
  })
  const path = join(folder, 'picture')
  const picture = sharp(png).removeAlpha()
  const { width, height } = await (format === Format.JPEG ? picture.jpeg({ quality }) : picture.png()).toFile(path)
  if (width !== page.width || height !== page.height) {
    throw temporary(`the picture is ${width} × ${height} instead of ${page.width} × ${page.height}`)
  }
  report({
    kind: 'file',
    file: { name: '', path, format, width, height, size: (await stat(path)).size, frames: 1, lossless: format === Format.PNG },
  })
}

/** problems watches for errors that the page throws, and for requests that the origin's policy blocks. It returns the first one. */
async function problems({ devtools }: Opened): Promise<() => string> {
  let first = ''
  devtools.on('Runtime.exceptionThrown', ({ exceptionDetails: e }) => {
    first ||= `${e.text} ${e.exception?.description?.split('\n')[0] ?? e.exception?.value ?? ''}`.trim()
  })
  devtools.on('Log.entryAdded', ({ entry }) => {
    if (entry.text.includes('Content Security Policy')) first ||= entry.text
  })
  await devtools.send('Runtime.enable')
  await devtools.send('Log.enable')
  return () => first
}
