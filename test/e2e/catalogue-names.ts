import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { sampleSettings } from '../../scripts/start/sample-settings.ts'
import { placeTitle } from '../../src/words/place-names.ts'

const rows = z.array(z.record(z.string(), z.string()))
const names = new Set([
  // The page allows a line break in an email address at its @.
  ...Object.values(sampleSettings).flatMap((value) => [value, ...value.split('@')]),
  ...cells('operators', 'title'),
  ...cells('operators', 'website'),
  ...cells('regions', 'title_en'),
  ...cells('plans', 'apn'),
  ...cells('plans', 'networks').flatMap((networks) =>
    networks.split('; ').map((network) => network.replace(/^..:| [2-5]G.*$/g, '')),
  ),
  ...cells('countries', 'code').map((code) => placeTitle('en', code) ?? ''),
  // The title of a checked phone begins with its model.
  ...cells('phone-models', 'model', 'content'),
  // The list of sessions shows the browser and its system.
  'Chrome',
  'Linux',
  'macOS',
  'Windows',
])

export function isKnownName(text: string): boolean {
  return text.split(', ').every((part) => names.has(part.replace(/ [2-5]G$/, '')))
}

function cells(file: string, column: string, folder = 'catalogue'): string[] {
  const table = rows.parse(parse(readFileSync(`${folder}/${file}.csv`), { columns: true }))
  return table.map((row) => row[column] ?? '')
}
