import { writeFile } from 'node:fs/promises'
import { openapi } from './openapi-document.ts'

await writeFile('docs/openapi.json', `${JSON.stringify(openapi(), null, 2)}\n`)
