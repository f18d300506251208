import { decimalOf, formatDecimalEther } from '@/lib/money'
import * as t from '@/messages/payouts'
import { readPayouts, readSales } from './calls'
import { type Payout, payoutSentence, type Sale, saleSentence } from './model'

/** How people call the coin of a chain. */
type Coin = (chainId: number) => string | undefined

/** A cell that no spreadsheet reads as a formula: titles and addresses come from others. */
function cell(text: string) {
  const harmless = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}

const saleRow = (sale: Sale, coin: Coin) => {
  const byCard = sale.paymentMethod === 'card'
  return [
    sale.soldAt,
    t.statementSale,
    sale.artworkTitle,
    `${sale.editionNumber}/${sale.editionSize}`,
    decimalOf(sale.price),
    sale.price.currency,
    byCard && sale.share ? decimalOf(sale.share) : formatDecimalEther(sale.shareWei),
    byCard && sale.share ? sale.share.currency : (coin(sale.chainId) ?? 'ETH'),
    saleSentence(sale),
    sale.payoutAddress,
    sale.transactionHash,
  ]
}

const payoutRow = (payout: Payout, coin: Coin) => [
  payout.at,
  t.statementPayout,
  '',
  '',
  '',
  '',
  formatDecimalEther(payout.amount),
  coin(payout.chainId) ?? 'ETH',
  payoutSentence(payout),
  payout.payee,
  payout.transactionHash,
]

/** Sales and payouts as CSV (RFC 4180), the oldest first. */
export function statementOf(sales: Sale[], payouts: Payout[], coin: Coin): string {
  const rows = [
    ...sales.map((sale) => saleRow(sale, coin)),
    ...payouts.map((payout) => payoutRow(payout, coin)),
  ].sort(([a = ''], [b = '']) => Date.parse(a) - Date.parse(b))
  return [t.statementColumns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

interface Page<Item> {
  items: Item[]
  pageCount: number
}

/** Every entry of a list. One that moves to the next page while pages are read counts once. */
async function all<Item>(read: (page: number) => Promise<Page<Item>>, key: (item: Item) => string) {
  const found = new Map<string, Item>()
  for (let page = 1, last = 1; page <= last; page++) {
    const { items, pageCount } = await read(page)
    for (const item of items) found.set(key(item), item)
    last = pageCount
  }
  return [...found.values()]
}

/** All sales and payouts of the artist as a file. */
export async function readStatement(coin: Coin): Promise<Blob> {
  const [sales, payouts] = await Promise.all([
    all<Sale>(readSales, ({ id }) => id),
    all<Payout>(readPayouts, ({ id, transactionHash }) => id || transactionHash),
  ])
  // Spreadsheets recognise UTF-8 by its mark.
  return new Blob(['\ufeff', statementOf(sales, payouts, coin)], { type: 'text/csv;charset=utf-8' })
}
