import { readFile } from 'node:fs/promises'
import { clone, create, type DescMessage, type MessageShape, toJson } from '@bufbuild/protobuf'
import { timestampDate } from '@bufbuild/protobuf/wkt'
import type { ServiceImpl } from '@connectrpc/connect'
import { misused } from './fault.js'
import {
  BillSchema,
  CertificateSchema,
  type DocumentService,
  type PrintRequest,
  PrintResponseSchema,
  StatementSchema,
} from './gen/vitrine/render/v1/documents_pb.js'
import type { Jobs } from './jobs.js'
import type { Sheet } from './protocol.js'

/** The maximum size of the files of a document in bytes, and of a request. */
const maxFiles = 8 << 20
export const maxRequest = 2 * maxFiles
/** Callers receive at most 8 MiB. */
const maxDocument = 8_000_000
const maxEntries = 6000
/** The maximum length of a text. */
const maxText = 20_000

/** documents implements DocumentService. */
export function documents(jobs: Jobs): ServiceImpl<typeof DocumentService> {
  return {
    async print(r, c) {
      const sheet = sheetOf(r)
      let pdf: Uint8Array | undefined
      const found = jobs.use((folder) => jobs.run({ kind: 'print', sheet }, { folder, urgent: r.urgent, signal: c.signal }))
      for await (const result of found) if (result.kind === 'pdf') pdf = await readFile(result.path)
      if (!pdf) throw new Error('no document was printed')
      if (pdf.length > maxDocument) throw misused('the document is too large: print less of it')
      return create(PrintResponseSchema, { pdf })
    },
  }
}

/** sheetOf returns what a template gets: the texts as plain values, and the files. */
function sheetOf(r: PrintRequest): Sheet {
  const { document } = r
  const created = r.createdAt ? timestampDate(r.createdAt) : undefined
  if (r.title.trim() === '' || !created || Number.isNaN(created.getTime())) throw misused('a document has a title and a time of creation')
  const head = {
    title: r.title,
    author: r.author,
    created: [
      created.getUTCFullYear(),
      created.getUTCMonth() + 1,
      created.getUTCDate(),
      created.getUTCHours(),
      created.getUTCMinutes(),
      created.getUTCSeconds(),
    ],
  }
  const files = { logo: r.logo, picture: new Uint8Array(), code: new Uint8Array(), attachment: new Uint8Array() }
  const sheet = (template: Sheet['template'], data: unknown): Sheet => {
    for (const text of textsOf([head, data])) if (text.length > maxText) throw misused(`a text has at most ${maxText} characters`)
    if (Object.values(files).reduce((n, file) => n + file.length, 0) > maxFiles) throw misused(`files have at most ${maxFiles} bytes`)
    const given = Object.fromEntries(Object.entries(files).filter(([, file]) => file.length > 0))
    return { template, data: { ...head, data }, files: given }
  }
  switch (document.case) {
    case 'bill':
      if (!document.value.seller) throw misused('the seller is missing')
      return sheet('bill', plain(BillSchema, document.value))
    case 'statement':
      if (!document.value.seller) throw misused('the seller is missing')
      if (document.value.accounts.reduce((n, a) => n + a.entries.length, 0) > maxEntries) {
        throw misused(`a statement has at most ${maxEntries} entries`)
      }
      return sheet('statement', plain(StatementSchema, document.value))
    case 'certificate': {
      const { picture, code, attachment } = document.value
      Object.assign(files, { picture, code, attachment: attachment?.data ?? files.attachment })
      const texts = clone(CertificateSchema, { ...document.value, picture: new Uint8Array(), code: new Uint8Array() })
      if (texts.attachment) texts.attachment.data = new Uint8Array()
      return sheet('certificate', plain(CertificateSchema, texts))
    }
  }
  throw misused('the document is missing')
}

/** plain returns a message as JSON with all fields. */
const plain = <T extends DescMessage>(schema: T, message: MessageShape<T>) =>
  toJson(schema, message, { alwaysEmitImplicit: true, useProtoFieldName: true })

/** textsOf returns all texts in a value. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}
