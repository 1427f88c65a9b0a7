import { writeFile } from 'node:fs/promises'
import { openapi } from '../../src/site/documentation/openapi.ts'

await writeFile('docs/openapi.json', `${JSON.stringify(openapi(), null, 2)}\n`)
