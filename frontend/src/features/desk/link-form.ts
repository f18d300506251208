import * as z from 'zod/mini'
import { defineForm } from '@/lib/form'
import * as t from '@/messages/desk-accounts'
import { readArtist } from './accounts-calls'

const schema = z.object({
  /** An artist's number, whose name is read. */
  artist: z.pipe(
    z.string().check(z.trim(), z.regex(/^\d{1,15}$/, t.artistInvalid)),
    z.transform(async (id, { issues }) => {
      const name = await readArtist(id).catch(() => undefined)
      if (!name)
        issues.push({
          code: 'custom',
          message: name === undefined ? t.linkFailed : t.artistMissing,
          input: id,
        })
      return { id, name: name ?? '' }
    }),
  ),
})

export const linkForm = defineForm(() => schema, { artist: '' })
