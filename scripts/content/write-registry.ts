import { writeRegistry } from './registry.ts'

/** Run it before everything that reads content/. */
await writeRegistry()
