import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { csvFiles, folder } from './csv-files.ts'

it('generates the committed files (update with npm run generate -- catalogue)', () => {
  const changed = csvFiles().filter(
    ({ name, text }) => readFileSync(join(folder, name), 'utf8') !== text,
  )
  expect(changed.map(({ name }) => name)).toEqual([])
})
