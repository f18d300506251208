/** Texts: certificate file. */

// Certificate code
export const pictureUnreadable = 'This picture can’t be opened. Choose a JPEG, PNG or WebP.'
export const picturesUnsupported = 'This browser can’t read pictures. Choose the PDF or JSON instead.'

// Certificate file
export const fileTooLarge = 'This file is too large for a certificate.'
export const severalCertificates =
  'This file contains several different certificates. Choose a file with one.'
export const pdfWithoutCertificate = 'This PDF isn’t a certificate. Choose the file that you downloaded.'
export const codeNotFound =
  'We can’t find the code in this picture. Take the photo from straight above, in good light, so that the code fills most of it.'

// Certificate model
export const notACertificate =
  'This isn’t a certificate. Choose the file that you downloaded, or a photo of the printed code.'
export const changedField = (field: string) => ` (field “${field}”)`
export const tokenMismatch = 'This certificate was changed: its token isn’t this work’s and edition’s.'
export const incomplete = (changed: string) => `This certificate is incomplete or was changed${changed}.`
