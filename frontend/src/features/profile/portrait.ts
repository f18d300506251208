import * as t from '@/messages/portrait'

export const avatarTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** Why a file can't be used as a portrait, or null. */
export function avatarProblem({ size, type }: { size: number; type: string }): string | null {
  if (!avatarTypes.includes(type)) return t.pictureTypes
  return size > 5 * 1024 * 1024 ? t.pictureTooLarge : null
}
