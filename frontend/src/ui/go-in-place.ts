/**
 * Changes the address of the open page without loading anything. useSearchParams follows, and so do the browser's back and forward;
 * components then show what the address says.
 */
export const goInPlace = (href: string) => window.history.pushState(null, '', href)
