import { config } from 'zod/mini'

// Compiling schemas needs eval, which the content security policy blocks (and reports). Import this wherever schemas are defined. Those
// modules import zod's functions by name, because only then the bundler leaves out the rest.
config({ jitless: true })
