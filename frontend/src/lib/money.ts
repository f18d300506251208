/** Minor units in the API's form: {amount: "125000", currency: "USD"} is 1,250 dollars. */
export interface Money {
  amount: string
  currency: string
}

const locale = 'en-US'
const weiPerEther = 10n ** 18n

const digitsOf = (currency: string) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** An exact decimal string of an integer with `digits` decimal places. */
export function decimal(value: bigint, digits: number) {
  if (digits === 0) return value.toString()
  const sign = value < 0n ? '-' : ''
  const padded = (value < 0n ? -value : value).toString().padStart(digits + 1, '0')
  return `${sign}${padded.slice(0, -digits)}.${padded.slice(-digits)}`
}

/** "1250.50": an amount for programs, without its currency. */
export const decimalOf = ({ amount, currency }: Money) => decimal(BigInt(amount), digitsOf(currency))

/** "$1,250" or "$1,250.50": whole amounts without cents. Exact for any size. */
export function formatMoney({ amount, currency }: Money) {
  const value = BigInt(amount)
  const digits = digitsOf(currency)
  const whole = value % 10n ** BigInt(digits) === 0n
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: whole ? 0 : digits,
    maximumFractionDigits: digits,
  })
  return format.format(decimal(value, digits) as Intl.StringNumericLiteral)
}

/** "$", "€": the symbol before an amount. */
export const symbolOf = (currency: string) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency

/** Minor units of a typed amount, or null: "1,250.5" in USD is 125050n. */
export function parseMajor(text: string, currency: string): bigint | null {
  const digits = digitsOf(currency)
  const match = /^(\d+)(?:\.(\d*))?$/.exec(text.trim().replaceAll(',', ''))
  if (!match || (match[2] ?? '').length > digits) return null
  return BigInt(match[1]! + (match[2] ?? '').padEnd(digits, '0'))
}

const about = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 })

/**
 * "0.4832 ETH" from wei, cut (never rounded up) after `places`. Without places, for approximate amounts: three
 * significant digits, rounded.
 */
export function formatEther(wei: string | bigint, places?: number, symbol = 'ETH') {
  const value = BigInt(wei)
  if (places === undefined)
    return `${about.format(decimal(value, 18) as Intl.StringNumericLiteral)} ${symbol}`
  const cut = decimal(value / 10n ** BigInt(18 - places), places)
  const shown = cut.includes('.') ? cut.replace(/\.?0+$/, '') : cut
  return `${shown} ${symbol}`
}

/**
 * A price in wei, at a rate in dollars per ether ("3120.55"). For display only:
 * the charged amount comes from a signed quote.
 */
export function toWei(minorUnits: string, currency: string, usdPerEth: string): bigint | null {
  if (currency !== 'USD') return null
  const match = /^(\d+)(?:\.(\d+))?$/.exec(usdPerEth)
  if (!match) return null
  const fraction = (match[2] ?? '').slice(0, 8).padEnd(8, '0')
  const rate = BigInt(match[1]! + fraction)
  if (rate === 0n) return null
  return (BigInt(minorUnits) * weiPerEther * 10n ** 8n) / (rate * 100n)
}
