import { writeRegistries } from './registry.ts'

/** Run this script before any script that reads content/. */
await writeRegistries()
