import { config } from 'zod/mini'

// Compiling schemas needs eval, which the content security policy refuses (and reports). Imported wherever schemas are made, which
// name what they use from zod themselves: the bundler leaves out the rest only there.
config({ jitless: true })
