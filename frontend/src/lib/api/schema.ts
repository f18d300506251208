import { z } from 'zod'

// Compiling schemas needs eval, which the content security policy refuses (and reports).
z.config({ jitless: true })

export { z }
