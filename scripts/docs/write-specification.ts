import { writeFileSync } from 'node:fs'
import { specificationPage } from './specification-page.ts'

writeFileSync('docs/specification.md', specificationPage())
