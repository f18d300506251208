/** Texts: pages of emailed links. */

export const invalidLink = 'This link isn’t valid'
export const invalidLinkHint =
  'Open it again from the email, and make sure you copied the whole link: it ends with a long code after #.'
export const nothingHasChanged = 'Nothing has changed.'
