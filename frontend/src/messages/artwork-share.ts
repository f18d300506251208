/** Texts: artwork share. */

// Share
export const linkCopied = 'Link copied.'
export const linkNotCopied = 'The link couldn’t be copied. Copy it from the address bar.'
