import { writeRegistries } from './registry.ts'

/** Run this script before everything that reads content/. */
await writeRegistries()
