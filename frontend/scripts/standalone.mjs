// The standalone server does not carry its static files; this puts them beside it.
import { cp } from 'node:fs/promises'

await cp('.next/static', '.next/standalone/.next/static', { recursive: true })
await cp('public', '.next/standalone/public', { recursive: true })
