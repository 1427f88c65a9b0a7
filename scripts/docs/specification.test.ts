import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { chapters, isNote, specificationPage } from './specification-page.ts'

const files = globSync(['{src,content,client,scripts}/**/*.test.{ts,tsx}', 'test/**/*.{ts,tsx}'])
const tests = files.map((file) => readFileSync(file, 'utf8').replaceAll("\\'", "'")).join('\n')

it.each(chapters)('%s: every named test exists', (_, sentences) => {
  const names = Object.values(sentences).flat()
  expect(names.filter((name) => !isNote(name) && !tests.includes(name))).toEqual([])
  expect(Object.keys(sentences).filter((key) => sentences[key]?.every(isNote))).toEqual([])
})

it('equals docs/specification.md (update it with `npm run generate -- specification`)', () => {
  expect(readFileSync('docs/specification.md', 'utf8')).toBe(specificationPage())
})
