/** Texts: profile checks. */

// Profile form
export const atMost100Characters = 'Use at most 100 characters.'
export const firstNameMissing = 'Write your first name.'
export const lastNameMissing = 'Write your last name.'
export const atMost320Characters = 'Use at most 320 characters.'
export const emailMalformed = 'Write an address like ada@example.org.'
