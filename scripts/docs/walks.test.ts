import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const text = readFileSync('docs/architecture.md', 'utf8')
const isBehind = (file: string) => /^src\/(worker|contract|backend)/.test(file)
const shared = filesIn(textBetween('1. `src/worker.ts`', '### A country page'))

it.each([
  ['country page', '### A country page', '### An order, its payment and its email'],
  ['order, payment, mail', '### An order, its payment and its email', '### A withdrawal'],
  ['withdrawal', '### A withdrawal', '### Number of files'],
])('counts the files of the walk: %s', (request, heading, next) => {
  expect(countsOf(request)).toEqual(countsIn([...shared, ...filesIn(textBetween(heading, next))]))
})

it('counts the files of every request', () => {
  expect(countsOf('every request')).toEqual(countsIn(shared))
})

/** Returns the counts in the columns 'now' and 'without worker, contract and backend'. */
function countsOf(request: string): number[] {
  const row = new RegExp(`^\\| ${request} +\\|(.*)\\|$`, 'm').exec(text)?.[1] ?? ''
  return row.split('|').slice(1).map(Number)
}

function countsIn(files: readonly string[]): number[] {
  const own = new Set(files)
  return [own.size, [...own].filter((file) => !isBehind(file)).length]
}

function filesIn(part: string): string[] {
  return [...part.matchAll(/`(src\/[^`]+)`/g)].map(([, file = '']) => file)
}

function textBetween(start: string, end: string): string {
  return text.slice(text.indexOf(start), text.indexOf(end))
}
