import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/**
 * Number of requirements of levels 1 and 2 in each section of OWASP ASVS 5.0.0. Each section lists
 * these requirements first.
 */
const sections = `1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2
  4.1:3 4.2:1 4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3
  7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11
  10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5
  13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1
  17.2:4 17.3:2`
const requirements = sections.split(/\s+/).flatMap((section) => {
  const [name = '', count = ''] = section.split(':')
  return range(`${name}.1`, `${name}.${count}`)
})

const text = readFileSync('docs/security.md', 'utf8')
const [, chapter = ''] = text.split('## OWASP ASVS 5.0, level 2')

it('has the 253 requirements of the published text', () => {
  expect(requirements).toHaveLength(253)
})

it('names each requirement of level 2, including whole sections and chapters that do not apply', () => {
  const [intro = '', ...rows] = chapter.replaceAll('\n', ' ').split('| requirement')
  const wholes = [
    ...intro.matchAll(/(?<![\d.])(?:V(\d+)|(\d+\.\d+))(?![\d.])(?= (?:and|\()|,)/g),
  ].map(([, chapterNumber, section]) => chapterNumber ?? section)
  const named = new Set([...idsIn(intro), ...idsIn(rows.join())])
  const isNamed = (id: string) =>
    named.has(id) || wholes.some((whole) => id.startsWith(`${whole}.`))
  expect(requirements.filter((id) => !isNamed(id))).toEqual([])
  expect([...named].filter((id) => !requirements.includes(id) && id !== '5.0.0')).toEqual([])
})

const rows = [...chapter.matchAll(/^\| (\d\S* .+?) +\| (.+?) +\|$/gm)].map(
  ([, name = '', answer = '']) => ({ name, answer }),
)

it('has a row for each group of requirements', () => {
  expect(rows.length).toBeGreaterThan(130)
})

it.each(rows)('names a test, a document or a reason for $name', ({ answer }) => {
  const paths = [...answer.matchAll(/`((?:src|test|scripts|docs|static)\/[^`]+)`/g)].map(
    ([, path = '']) => path,
  )
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
  const hasTest = paths.some((path) => path.endsWith('.test.ts') || /^test\/.+\.ts$/.test(path))
  const hasDocument = /\bDocument: .*(\]\(|`docs\/)/.test(answer)
  const hasReason = /\b(Not met|No test)\b.+/.test(answer)
  expect(hasTest || hasDocument || hasReason, answer).toBe(true)
})

function idsIn(part: string): string[] {
  return [...part.matchAll(/(\d+\.\d+\.\d+)(?: to (\d+\.\d+\.\d+))?/g)].flatMap(
    ([, first = '', last = first]) => range(first, last),
  )
}

function range(first: string, last: string): string[] {
  const [section, from, to] = [first.replace(/\.\d+$/, ''), numberOf(first), numberOf(last)]
  return Array.from({ length: to - from + 1 }, (_, index) => `${section}.${from + index}`)
}

function numberOf(id: string): number {
  return Number(id.split('.').at(-1))
}
