import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create, type MessageInitShape } from '@bufbuild/protobuf'
import { Code, ConnectError, createClient, type Interceptor } from '@connectrpc/connect'
import { createGrpcTransport } from '@connectrpc/connect-node'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, expect } from 'vitest'
import { DocumentService } from '../src/gen/vitrine/render/v1/documents_pb.js'
import {
  type ConvertJobSchema,
  ConvertRequestSchema,
  type File,
  InspectRequestSchema,
  type JobSchema,
  PageService,
  type Picture,
  PictureService,
  Reason,
  RefusalSchema,
  type TileInfo,
  type TileJobSchema,
  TileRequestSchema,
} from '../src/gen/vitrine/render/v1/render_pb.js'

/** start runs the built program's code in this process; its children are the built ones. */
const { start, load } = await import('../dist/program.js' as string)

/** all reports whether slow cases run as well. */
export const all = Boolean(process.env.RENDER_TEST_ALL)

/** folder returns a new folder, which is removed after the tests. */
export function folder(name: string) {
  const path = mkdtempSync(join(tmpdir(), `${name}-`))
  afterAll(() => rmSync(path, { recursive: true, force: true, maxRetries: 10 }))
  return path
}

/** childrenOf returns the subprocesses of a process. */
export const childrenOf = (pid: number) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)

/** A fleet's keys. */
export async function fleet(...services: string[]) {
  const sets: Record<string, { keys: object[] }> = {}
  const signers: Record<string, { key: Parameters<SignJWT['sign']>[0]; kid: string }> = {}
  for (const service of services) {
    const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
    const jwk = await exportJWK(publicKey)
    const kid = await calculateJwkThumbprint(jwk)
    sets[service] = { keys: [{ ...jwk, kid, alg: 'EdDSA', use: 'sig' }] }
    signers[service] = { key: privateKey, kid }
  }
  const file = join(folder('keys'), 'public-keys.json')
  writeFileSync(file, JSON.stringify(sets))
  const token = (service: string, claims: { aud?: string; iss?: string; iat?: number; life?: number; person?: object } = {}) => {
    const iat = Math.floor(Date.now() / 1000) + (claims.iat ?? 0)
    return new SignJWT(claims.person ? { person: claims.person } : {})
      .setProtectedHeader({ alg: 'EdDSA', kid: signers[service]!.kid })
      .setIssuer(claims.iss ?? service)
      .setAudience(claims.aud ?? 'render')
      .setIssuedAt(iat)
      .setExpirationTime(iat + (claims.life ?? 60))
      .sign(signers[service]!.key)
  }
  return { file, token }
}

/** setup starts a program and returns clients of it. */
export async function setup(env: NodeJS.ProcessEnv = {}) {
  const keys = await fleet('catalog', 'profiles', 'gateway', 'checkout')
  const temp = folder('render')
  const program = await start(load({ ADDR: '127.0.0.1:0', PUBLIC_KEYS_FILE: keys.file, RENDER_TEMP: temp, RENDER_BROWSER: 'none', ...env }))
  afterAll(() => program.close())
  const clients = (token: () => Promise<string>) => {
    const signed: Interceptor = (next) => async (req) => {
      req.header.set('vitrine-principal', await token())
      return next(req)
    }
    const transport = createGrpcTransport({ baseUrl: `http://${program.address}`, interceptors: [signed] })
    return {
      pictures: createClient(PictureService, transport),
      pages: createClient(PageService, transport),
      documents: createClient(DocumentService, transport),
    }
  }
  return { ...keys, ...clients(() => keys.token('catalog')), program, temp, clients }
}

type Pictures = Awaited<ReturnType<typeof setup>>['pictures']

async function* parts<T>(job: T, original: Uint8Array) {
  yield { part: { case: 'job' as const, value: job } }
  for (let i = 0; i < original.length; i += 1 << 20) yield { part: { case: 'chunk' as const, value: original.subarray(i, i + (1 << 20)) } }
}

/** inspect returns the header of a picture. */
export async function inspect(c: Pictures, original: Uint8Array, job: MessageInitShape<typeof JobSchema> = {}): Promise<Picture> {
  const messages = (async function* () {
    for await (const m of parts(job, original)) yield create(InspectRequestSchema, m)
  })()
  return (await c.inspect(messages)).picture!
}

/** Made is a file with its bytes. */
export type Made = File & { bytes: Buffer }

async function collect(responses: AsyncIterable<{ part: { case?: string | undefined; value?: unknown } }>) {
  const files: Made[] = []
  let picture: Picture | undefined
  let info: TileInfo | undefined
  for await (const { part } of responses) {
    if (part.case === 'picture') picture = part.value as Picture
    if (part.case === 'info') info = part.value as TileInfo
    if (part.case === 'file') files.push({ ...(part.value as File), bytes: Buffer.alloc(0) })
    if (part.case === 'chunk') {
      const last = files.at(-1)!
      last.bytes = Buffer.concat([last.bytes, part.value as Uint8Array])
    }
  }
  for (const f of files) expect(f.bytes.length, f.name).toBe(Number(f.size))
  return { picture: picture!, files, info }
}

/** convert returns the files of a job. */
export const convert = (
  c: Pictures,
  original: Uint8Array,
  job: MessageInitShape<typeof ConvertJobSchema>,
  signal?: AbortSignal,
  timeoutMs?: number,
) =>
  collect(
    c.convert(
      (async function* () {
        for await (const m of parts(job, original)) yield create(ConvertRequestSchema, m)
      })(),
      { ...(signal ? { signal } : {}), ...(timeoutMs ? { timeoutMs } : {}) },
    ),
  )

/** tile returns the files of a job. */
export const tile = (c: Pictures, original: Uint8Array, job: MessageInitShape<typeof TileJobSchema>) =>
  collect(
    c.tile(
      (async function* () {
        for await (const m of parts(job, original)) yield create(TileRequestSchema, m)
      })(),
    ),
  )

/** refusal returns the code and the reason of a call that must fail. */
export async function refusal(call: Promise<unknown>, what = ''): Promise<{ code: string; reason: string; message: string }> {
  const err = await call.then(
    () => new Error(`no error: ${what}`),
    (e: unknown) => e,
  )
  if (!(err instanceof ConnectError)) throw err
  const detail = err.findDetails(RefusalSchema)[0]
  return { code: Code[err.code], reason: Reason[detail?.reason ?? 0] ?? '', message: err.rawMessage }
}
