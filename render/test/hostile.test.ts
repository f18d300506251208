import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { Format } from '../src/gen/vitrine/render/v1/render_pb.js'
import { hostile } from './hostile.js'
import { all, convert, refusal, setup } from './setup.js'

const { pictures, temp } = await setup()

const count = all ? 1000 : 33

test(`${count} hostile files cost ${count} refusals, and nothing else`, { timeout: 30 * 60_000 }, async () => {
  const outputs = [
    { name: 'webp', format: Format.WEBP, width: 320, moving: true },
    { name: 'jpeg', format: Format.JPEG },
  ]
  for await (const { what, file } of hostile(count)) {
    const refused = await refusal(convert(pictures, file, { job: { urgent: true }, outputs }), what)
    expect(refused, what).toMatchObject({ code: 'InvalidArgument' })
    expect(refused.reason, what).not.toBe('UNSPECIFIED')
    expect(refused.message, what).toMatch(/\.$|: ./)
  }
  const good = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#abcdef' } })
    .png()
    .toBuffer()
  expect((await convert(pictures, good, { outputs })).files.map((file) => file.width)).toEqual([320, 400])
  const [root = ''] = readdirSync(temp)
  expect(readdirSync(join(temp, root)), 'files of jobs are left').toEqual([])
})
