import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { csvFiles, folder } from './generate/csv-files.ts'

/** Writes the sample catalogue. README.md explains the method. */
for (const { name, text, rowCount } of csvFiles()) {
  writeFileSync(join(folder, name), text)
  console.log(`${name}: ${rowCount} rows`)
}
