import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The size that a reader can hold, so that the shop cannot outgrow it unnoticed. */
const limits = {
  'lines of code in src/': 67_322,
  'files in src/': 550,
  'files of src/ with at most 15 lines': 21,
  'tables of the schema': 45,
  'lines of code in scripts/': 7156,
  'lines of code in test/': 51_752,
  'npm scripts': 19,
}

const isTest = (file: string) => file.includes('.test.')
const sources = globSync('src/**/*.{ts,tsx,sql}').filter((file) => !isTest(file))
const scripts = globSync('scripts/**/*.{ts,mjs,cjs}').filter((file) => !isTest(file))
const tests = globSync('test/**/*.{ts,tsx}')
const linesOf = new Map([...sources, ...scripts, ...tests].map((file) => [file, codeLines(file)]))
const sumOf = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + (linesOf.get(file) ?? 0), 0)
const schema = globSync('src/schema/*.sql').map((file) => readFileSync(file, 'utf8'))
const { scripts: commands } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: object
}

const measured: Readonly<Record<keyof typeof limits, number>> = {
  'lines of code in src/': sumOf(sources),
  'files in src/': sources.length,
  'files of src/ with at most 15 lines': sources.filter((file) => (linesOf.get(file) ?? 0) <= 15)
    .length,
  'tables of the schema': schema.join('\n').match(/^CREATE TABLE/gm)?.length ?? 0,
  'lines of code in scripts/': sumOf(scripts),
  'lines of code in test/': sumOf(tests),
  'npm scripts': Object.keys(commands).length,
}

it.each(Object.entries(limits))('keeps the %s at or below %i', (name, limit) => {
  expect(measured[name as keyof typeof limits]).toBeLessThanOrEqual(limit)
})

/** Counts lines that are neither blank nor only a comment, as `cloc` does. */
function codeLines(file: string): number {
  const text = readFileSync(file, 'utf8')
  const code = text.replace(/^\s*\/\*[\s\S]*?\*\/[ \t]*$/gm, '')
  const comment = file.endsWith('.sql') ? /^\s*--/ : /^\s*\/\//
  return code.split('\n').filter((line) => line.trim() !== '' && !comment.test(line)).length
}
