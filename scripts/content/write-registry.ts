import { writeRegistry } from './registry.ts'

/** Runs before everything that reads content/, so that a new language needs no further step. */
await writeRegistry()
