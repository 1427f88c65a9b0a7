import { writeRegistry } from './registry.ts'

/** Run this script before everything that reads content/. */
await writeRegistry()
