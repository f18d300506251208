// Prints processor time and memory of jobs for the demo gallery's pictures and for pictures of 200 megapixels: npm run measure.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { Jobs, load, Pool } from '../dist/program.js'

const folder = mkdtempSync(join(tmpdir(), 'measure-'))
writeFileSync(join(folder, 'keys'), '{}')
// Fails if a job takes more than 300 MB.
const s = load({ PUBLIC_KEYS_FILE: join(folder, 'keys'), RENDER_TEMP: folder, RENDER_MEMORY: String(300 << 20), RENDER_CPU_LIMIT: '3600' })
const [jpeg, webp, avif, rgba] = [1, 4, 5, 7]
const limits = { maxPixels: s.maxPixels, still: false, memory: s.memory }
const output = (format, width, quality = 1) => ({ name: '', format, width, height: 0, fit: 1, quality, moving: false, background: '' })
const work = {
  'WebP at five widths, placeholder, colours': (original) => ({
    kind: 'convert',
    original,
    limits,
    outputs: [...[1920, 1280, 960, 640, 320].map((w) => output(webp, w)), output(webp, 16, 3), output(rgba, 96), output(rgba, 16)],
  }),
  'AVIF at 1280, 960, 640, 320': (original) => ({
    kind: 'convert',
    original,
    limits,
    outputs: [1280, 960, 640, 320].map((w) => output(avif, w)),
  }),
  'JPEG at 1200': (original) => ({ kind: 'convert', original, limits, outputs: [output(jpeg, 1200)] }),
  tiles: (original) => ({ kind: 'tile', original, limits, side: 512, wholeUpTo: 2048 }),
}

/** measure runs a job for each file, one after the other, and prints what the children used, including their start. */
async function measure(what, name, files) {
  const pool = new Pool(
    { jobs: 1, waiting: 1, nice: s.nice, memory: s.memory, browserMemory: s.browserMemory, cpuLimit: s.cpuLimit },
    folder,
  )
  const jobs = new Jobs(pool, folder)
  let bytes = 0
  let resident = 0
  let anonymous = 0
  const processorSeconds = new Map()
  const sample = () => {
    const pid = childPid()
    if (!pid) return
    resident = Math.max(resident, field(pid, 'VmHWM'))
    anonymous = Math.max(anonymous, field(pid, 'RssAnon'))
    processorSeconds.set(pid, cpu(pid) ?? processorSeconds.get(pid))
  }
  const samples = setInterval(sample, 20)
  const began = Date.now()
  for (const original of files) {
    const results = jobs.use((dir) => jobs.run(work[name](original), { folder: dir, urgent: true, signal: new AbortController().signal }))
    for await (const r of results) if (r.kind === 'file') bytes += r.file.size
    sample()
  }
  const seconds = (Date.now() - began) / 1000
  clearInterval(samples)
  const total = [...processorSeconds.values()].reduce((sum, n) => sum + n, 0)
  const each = (n) => (n / files.length).toFixed(1)
  process.stdout.write(
    `| ${what}: ${name} | ${each(total)} | ${each(seconds)} | ${Math.round(resident)} | ${Math.round(anonymous)} | ${Math.round(bytes / files.length / 1024)} |\n`,
  )
  jobs.close()
  pool.close()
  while (childPid()) await new Promise((wait) => setTimeout(wait, 20))
}

const childPid = () => Number(readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')[0])

/** cpu returns the processor seconds of a process, or nothing if it has ended. */
function cpu(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return undefined
  }
}

/** field returns a line of /proc/pid/status in MB. */
function field(pid, name) {
  try {
    return Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(new RegExp(`${name}:\\s+(\\d+)`))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

process.stdout.write(
  '| job | processor seconds | seconds | peak MB | of that anonymous | KB of results |\n| --- | --- | --- | --- | --- | --- |\n',
)
const demo = '../content/media/artworks'
const works = readdirSync(demo)
  .filter((_, i) => i % 16 === 0)
  .map((name) => join(demo, name))
for (const name of Object.keys(work)) await measure('demo work', name, works)

// 20,000 × 10,000 pixels: a demo work, enlarged.
const [width, height] = [20_000, 10_000]
const large = () => sharp(works[0], { limitInputPixels: false }).resize(width, height, { fit: 'fill' })
const files = {
  'JPEG, 200 megapixels': (file) => large().jpeg({ quality: 90 }).toFile(file),
  'the same, rotated': (file) => large().withMetadata({ orientation: 6 }).jpeg({ quality: 90 }).toFile(file),
  'PNG, 200 megapixels': (file) => large().png({ compressionLevel: 2 }).toFile(file),
  'TIFF with LZW, 200 megapixels': (file) => large().tiff({ compression: 'lzw' }).toFile(file),
}
for (const [what, make] of Object.entries(files)) {
  const file = join(folder, 'original')
  await make(file)
  for (const name of ['WebP at five widths, placeholder, colours', 'tiles']) await measure(what, name, [file])
}
rmSync(folder, { recursive: true })
process.exit(0)
