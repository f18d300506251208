/**
 * Changes the address of the open page without loading anything. useSearchParams follows, and so do the browser's back and forward
 * buttons. Components then render for the new address.
 */
export const goInPlace = (href: string) => window.history.pushState(null, '', href)
