'use client'

import { wordsOf } from '@/lib/api/error'
import * as t from '@/messages/archive'
import { Archive as Download } from '@/ui/archive'

const load = () => import('../archive-calls')

/** Saves everything that a person owns as a single file. */
export const Archive = () => <Download heading={t.heading} what={t.what} load={load} wordsOf={wordsOf} />
