import { readFileSync } from 'node:fs'
import { create } from '@bufbuild/protobuf'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type Bill, BillSchema, CertificateSchema, type PrintRequest, StatementSchema } from '../src/gen/vitrine/render/v1/documents_pb.js'
import { linesOf, streams } from './pdf.js'
import { childrenOf, refusal, setup } from './setup.js'

const others = childrenOf(process.pid)
const { clients, token, documents: stranger } = await setup({ RENDER_JOBS: '1' })
const { documents } = clients(() => token('checkout'))

const seller = { name: 'Vitrine GmbH', lines: ['Ringstraße 1', '1010 Wien', 'VAT ID ATU12345678'], bank: 'IBAN AT61 1904 3002 3457 3201' }
const transaction = `0x${'ab'.repeat(32)}`
const usual = {
  heading: 'Invoice',
  seller,
  rows: [
    { label: 'Number', value: 'V-2026-000042' },
    { label: 'Billed to', value: 'Ada Łovelace-Müller' },
    { label: 'Order', value: '01931e7b-0000-7000-8000-000000000001', code: true },
    { label: 'Not shown', value: '' },
  ],
  work: 'Interruptions, à la quinte',
  about: 'Vera Molnár, 1968, Plotter drawing',
  edition: [{ label: 'Edition', value: '3 of 25, as a token' }],
  amounts: [
    { label: 'Net', amount: 'USD 1,041.67' },
    { label: 'Total', amount: 'USD 1,250.00', total: true },
  ],
  note: 'The price includes all taxes.',
  payment: [{ label: 'Transaction', value: transaction, code: true }],
  remark: 'This order was refunded.',
}
const bill = (given: Partial<typeof usual> = {}) => create(BillSchema, { ...usual, ...given })
const entries = (n: number) =>
  Array.from({ length: n }, (_, i) => ({
    day: '21 Nov 2026',
    title: `Sale ${i}: Interruptions, à la quinte, edition 3 of 25`,
    amount: '0.042500000000000001',
    detail: 'USD 1,250.00, paid with ether. 0.05 less our fee of 0.0075',
    codes: [transaction],
  }))
const statement = (n: number) =>
  create(StatementSchema, {
    heading: 'Statement',
    seller,
    rows: [{ label: 'Artist', value: 'Vera Molnár' }],
    note: 'The newest may be missing.',
    accounts: [
      {
        heading: 'ETH on Ethereum (chain 1)',
        amounts: [{ label: 'Closing balance', amount: '0.17 ETH', total: true }],
        entries: entries(n),
      },
      { heading: 'USD', note: 'Card sales.', remark: 'Nothing was sold.' },
    ],
  })
const claim = new TextEncoder().encode(`{"tokenId":"41000003","signature":"0x${'cd'.repeat(65)}"}`)
const specimen = {
  kind: 'Certificate of authenticity',
  title: 'Tidal Study',
  artist: 'by Mara Lindqvist',
  detail: 'Edition 3 of 25, Generative image, 2025',
  pictureAlt: 'Tidal Study by Mara Lindqvist',
  pictureNote: "The work's still image.",
  pictureFoot: 'The next page has the record.',
  statement: 'This certifies that the token below is the only token of this edition.',
  rows: [{ label: 'Mint transaction', value: transaction, code: true }],
  proof: 'Signed data',
  how: 'Check this document at https://gallery.example/en/verify/.',
  signature: [{ label: 'Signature', value: `0x${'cd'.repeat(65)}` }],
  codeAlt: 'The signed data as a QR code',
  foot: 'Issued on 1 March 2026',
  attachment: { name: 'certificate.json', description: 'The signed claim', mediaType: 'application/json', data: claim },
  picture: new Uint8Array() as Uint8Array,
  code: new Uint8Array() as Uint8Array,
}
const certificate = (given: Partial<typeof specimen> = {}) => create(CertificateSchema, { ...specimen, ...given })

const createdAt = timestampFromDate(new Date('2026-11-21T12:00:00Z'))
/** print returns the PDF of a document. */
const print = async (document: PrintRequest['document'], given: { title?: string; logo?: Uint8Array } = {}) =>
  (await documents.print({ title: 'Document', author: 'Vitrine GmbH', createdAt, urgent: true, ...given, document })).pdf
const printBill = (value: Bill, given?: { title?: string; logo?: Uint8Array }) => print({ case: 'bill', value }, given)

/** names in the scripts that people write in. */
const names = {
  Latin: 'Ada Łovelace-Müller',
  Vietnamese: 'Nguyễn Phan Thử, Vịnh Hạ Long',
  transliterated: 'Ḥusayn Ibrāhīm ʿAlī',
  Greek: 'Ζωή Παπαδοπούλου, ᾠδή',
  Cyrillic: 'Достоевский Фёдор, Київ',
  Arabic: 'محمد الأمين الزهراء',
  Persian: 'پژمان گچساران',
  Hebrew: 'דנה כהן, שָׁלוֹם',
  Devanagari: 'श्रीमती क्षत्रिय देवनागरी',
  Thai: 'ภาษาไทย น้ำแข็ง',
  Armenian: 'Մարտիրոս Սարյան',
  Georgian: 'ნიკო ფიროსმანი',
  Bengali: 'রবীন্দ্রনাথ ঠাকুর, শ্রী',
  Tamil: 'தமிழ் ஓவியம், கோயில்',
  Ethiopic: 'አፈወርቅ ተክሌ',
  Gujarati: 'ગુજરાતી ચિત્ર, શ્રી',
  Gurmukhi: 'ਅੰਮ੍ਰਿਤਾ ਸ਼ੇਰਗਿੱਲ',
  Telugu: 'తెలుగు చిత్రం, శ్రీ',
  Kannada: 'ಕನ್ನಡ ಚಿತ್ರ, ಶ್ರೀ',
  Malayalam: 'രവിവർമ്മ, ചിത്രം',
  Sinhala: 'සිංහල චිත්‍රය',
  Khmer: 'ភាសាខ្មែរ គំនូរ',
  Lao: 'ພາສາລາວ ຮູບແຕ້ມ',
  Burmese: 'မြန်မာ ပန်းချီ',
  Japanese: '髙橋 𠮷野 東京夜景の試作',
  Korean: '김민준, 서울의 밤',
  'simplified Chinese': '陈晓明 简体中文 试作',
  'traditional Chinese': '陳曉明 繁體中文',
  emoji: 'Sea ✨ 🎨 👩‍🎨',
  'two directions': 'محمد 2026 Ada',
}

test.each(Object.entries(names))('%s is copied as it was typed, from the text and the heading', async (_, name) => {
  const lines = linesOf(await printBill(bill({ rows: [{ label: 'Billed to', value: name }], work: name })))
  expect(lines.filter((line) => line === name)).toHaveLength(2)
})

test('documents are PDF/UA-1, have their properties, and the same bytes each time', async () => {
  for (const document of [
    { case: 'bill' as const, value: bill() },
    { case: 'statement' as const, value: statement(40) },
    { case: 'certificate' as const, value: certificate() },
  ]) {
    const pdf = await print(document, { title: 'Invoice Đ-1' })
    const metadata = streams(pdf)
      .find((s) => s.includes('<x:xmpmeta'))
      ?.toString()
    expect(metadata, document.case).toContain('<pdfuaid:part>1</pdfuaid:part>')
    for (const text of ['Invoice Đ-1', 'Vitrine GmbH', '2026-11-21T12:00:00']) expect(metadata, document.case).toContain(text)
    expect(Buffer.from(await print(document, { title: 'Invoice Đ-1' })).equals(pdf), document.case).toBe(true)
  }
})

test('a bill shows all of its texts, and the seller on every page', async () => {
  const lines = linesOf(await printBill(bill()))
  for (const text of [
    'Invoice',
    'V-2026-000042',
    'Interruptions, à la quinte',
    '3 of 25, as a token',
    transaction,
    'This order was refunded.',
  ])
    expect(lines).toContain(text)
  for (const text of ['USD 1,250.00', 'The price includes all taxes.', 'Ringstraße 1', 'IBAN AT61 1904 3002 3457 3201']) {
    expect(
      lines.some((line) => line.includes(text)),
      text,
    ).toBe(true)
  }
  expect(lines).not.toContain('Not shown')
  const long = linesOf(await printBill(bill({ rows: Array.from({ length: 60 }, () => ({ label: 'a', value: 'b' })) })))
  expect(long.filter((line) => line.startsWith('Vitrine GmbH  ·  Ringstraße 1'))).toHaveLength(2)
  expect(long.some((line) => line.endsWith('2 of 2'))).toBe(true)
})

test('a word that is longer than a line is broken and complete', async () => {
  const word = 'Donaudampfschiff'.repeat(30)
  const lines = linesOf(await printBill(bill({ rows: [{ label: 'Billed to', value: word }] }))).filter((line) => line.includes('dampf'))
  expect(lines.length).toBeGreaterThan(3)
  expect(lines.join('')).toBe(word)
})

test('markup in data stays text', async () => {
  const markup = '#strong[x] *b* _i_ $x$ `c` @a <b> \\ //'
  const more = '#read("/etc/passwd") https://a.b = h'
  const lines = linesOf(await printBill(bill({ rows: [{ label: '#l *', value: markup }], work: markup, about: more, remark: more })))
  for (const text of [markup, more]) expect(lines.filter((line) => line === text)).toHaveLength(2)
  expect(lines).toContain('#l *')
})

test('what no font has is shown as a box, and control characters as a space', async () => {
  const lines = linesOf(await printBill(bill({ rows: [{ label: 'a', value: 'x\u0000y\nz\u202eA 𓀀ü' }], work: 'cafe\u0301 \uffff' })))
  expect(lines).toContain('x y z A □ü')
  expect(lines).toContain('café □')
})

test('the logo replaces the name, and pictures keep their descriptions', async () => {
  const png = await sharp({ create: { width: 40, height: 20, channels: 4, background: '#123' } })
    .png()
    .toBuffer()
  const jpeg = await sharp({ create: { width: 900, height: 1400, channels: 3, background: '#123' } })
    .jpeg()
    .toBuffer()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 20"><path d="M0 0h400v20H0z"/></svg>')
  for (const logo of [png, jpeg, svg]) {
    const named = linesOf(await printBill(bill())).filter((line) => line === 'Vitrine GmbH')
    expect(linesOf(await printBill(bill(), { logo })).filter((line) => line === 'Vitrine GmbH')).toHaveLength(named.length - 1)
  }
  const pdf = Buffer.from(await print({ case: 'certificate', value: certificate({ picture: jpeg, code: png }) }, { logo: svg })).toString(
    'latin1',
  )
  for (const alt of ['Tidal Study by Mara Lindqvist', 'The signed data as a QR code', 'Vitrine GmbH'])
    expect(pdf).toContain(`/Alt (${alt})`)
})

test('a certificate has a page to frame, its record and its claim', async () => {
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#123' } })
    .jpeg()
    .toBuffer()
  const lines = linesOf(await print({ case: 'certificate', value: certificate({ picture }) }))
  expect(lines.filter((line) => line === 'Tidal Study')).toHaveLength(2)
  expect(lines).toContain("The work's still image.")
  const alone = await print({ case: 'certificate', value: certificate({ title: 'A very long title, indeed '.repeat(20) }) })
  expect(linesOf(alone).join('')).toContain('cd'.repeat(65))
  expect(streams(alone).some((s) => s.equals(claim))).toBe(true)
})

test('the largest statement is below the largest message', async () => {
  const pdf = await print({ case: 'statement', value: statement(5000) })
  expect(pdf.length).toBeLessThan(7 << 20)
})

test('what is too large, incomplete or damaged is refused, and the next document is printed', async () => {
  const damaged = Buffer.from('\x89PNG\r\n\x1a\nbroken')
  for (const [what, call, want] of [
    ['large files', () => printBill(bill(), { logo: new Uint8Array(9 << 20) }), { code: 'OutOfRange' }],
    ['a long text', () => printBill(bill({ work: 'x'.repeat(20_001) })), { code: 'OutOfRange' }],
    ['many entries', () => print({ case: 'statement', value: statement(6001) }), { code: 'OutOfRange' }],
    ['no document', () => print({ case: undefined }), { code: 'OutOfRange' }],
    ['no seller', () => printBill(create(BillSchema, { heading: 'Invoice' })), { code: 'OutOfRange' }],
    ['no title', () => printBill(bill(), { title: ' ' }), { code: 'OutOfRange' }],
    ['a damaged logo', () => printBill(bill(), { logo: damaged }), { code: 'InvalidArgument', reason: 'DAMAGED' }],
    [
      'a damaged picture',
      () => print({ case: 'certificate', value: certificate({ picture: damaged }) }),
      { code: 'InvalidArgument', reason: 'DAMAGED' },
    ],
  ] as const) {
    expect(await refusal(call(), what), what).toMatchObject(want)
  }
  expect(linesOf(await printBill(bill()))).toContain('Invoice')
  expect(await refusal(stranger.print({ title: 'x', createdAt, document: { case: 'bill', value: bill() } }))).toMatchObject({
    code: 'PermissionDenied',
  })
})

test('one child prints many documents without keeping them', async () => {
  await printBill(bill())
  const [child = ''] = childrenOf(process.pid).filter((pid) => !others.includes(pid))
  const resident = () => Number(readFileSync(`/proc/${child}/statm`, 'latin1').split(' ')[1]) / 256
  let before = 0
  for (let i = 0; i < 100; i++) {
    if (i === 50) before = resident()
    await printBill(bill({ work: `${i} ${'Interruptions '.repeat(20)}`, rows: [{ label: 'Number', value: `V-2026-${i}` }] }))
  }
  expect(childrenOf(process.pid)).toContain(child)
  expect(resident() - before, 'MB').toBeLessThan(16)
})
