import sharp from 'sharp'

/** The most by which two pictures of the same edition differ, whatever drew or scaled them. */
export const alike = 24

/** A picture as few colours, for comparing what two programs have drawn or scaled. */
const colours = (picture: Buffer) =>
  sharp(picture).flatten({ background: '#fff' }).resize(24, 24, { fit: 'fill' }).raw().toBuffer()

/** The mean difference of two pictures, from 0 to 255. */
export async function difference(one: Buffer, other: Buffer) {
  const [a, b] = await Promise.all([colours(one), colours(other)])
  return a.reduce((sum, value, i) => sum + Math.abs(value - b[i]!), 0) / a.length
}
