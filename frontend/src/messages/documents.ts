/** Texts: documents. */

// Documents
export const certificate = 'Certificate'
export const downloadReceipt = 'Download receipt'
export const invoice = (invoice: string) => `Invoice ${invoice}`
export const creditNote = (number: string) => `Credit note ${number}`
