/** Texts: picture. */

// Picture source
export const noPicture = 'No picture'
