/** Texts: profile checks. */

// Profile form
export const atMost100Characters = 'Use at most 100 characters.'
export const firstNameMissing = 'Enter your first name.'
export const lastNameMissing = 'Enter your last name.'
export const atMost320Characters = 'Use at most 320 characters.'
export const emailMalformed = 'Enter an address like ada@example.org.'
