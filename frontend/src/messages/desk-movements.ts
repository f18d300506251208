/** Texts: the export of movements of money on the desk of staff. */

export const movements = 'Movements of money'
export const lead =
  'Every payment, sale and refund of a month as CSV, one row for each, with the artist’s share, our fee and the tax of its invoice or credit note. The sums are those of the ledger. Payouts to artists aren’t included, because the payment contract makes them.'
export const month = 'Month (UTC)'
export const day = 'Days'
export const wholeMonth = 'Whole month'
export const download = 'Download CSV'
export const recorded = 'We record who exports which month.'
export const stillOpen = 'This month isn’t over yet, so its file will grow.'
