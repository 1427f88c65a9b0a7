import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readMarkdown } from './markdown.ts'
import { maxBytesOf, maxBytesOfAll, maxBytesOfDecision } from './sizes.ts'

const files = globSync(['*.md', 'docs/**/*.md', 'catalogue/*.md'])
const documents = new Map(files.map((file) => [file, readMarkdown(readFileSync(file, 'utf8'))]))
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

describe.each([...documents])('%s', (file, { links, code, symbols, npmScripts, longLines }) => {
  it('links to files and headings that exist', () => {
    const broken = links.filter((link) => {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? file : join(dirname(file), path)
      const anchors = documents.get(target)?.anchors
      return !existsSync(target) || (anchor !== undefined && anchors?.includes(anchor) === false)
    })
    expect(broken).toEqual([])
  })

  it('names paths that exist', () => {
    const missing = code
      .filter(isPath)
      .filter((path) => !existsSync(path) && globSync(path).length === 0)
    expect(missing).toEqual([])
  })

  it('names symbols that their files contain', () => {
    const missing = symbols
      .filter(([, path]) => isPath(path))
      .filter(([symbol, path]) => !readFileSync(path, 'utf8').includes(symbol))
    expect(missing).toEqual([])
  })

  it('names npm scripts that exist', () => {
    expect(npmScripts.filter((script) => !(script in scripts))).toEqual([])
  })

  it('has at most 100 columns outside of tables', () => {
    expect(longLines).toEqual([])
  })
})

describe('sizes', () => {
  const sizeOf = (file: string) => statSync(file).size
  const guides = files.filter((file) => /^docs\/[^/]+$/.test(file))

  it.each(guides)('%s is not larger than its limit', (file) => {
    expect(sizeOf(file)).toBeLessThanOrEqual(maxBytesOf[basename(file)] ?? 0)
  })

  it('are not larger than their limit together', () => {
    expect(guides.reduce((sum, file) => sum + sizeOf(file), 0)).toBeLessThanOrEqual(maxBytesOfAll)
  })

  it('have a limit for existing files only', () => {
    expect(Object.keys(maxBytesOf).toSorted()).toEqual(
      guides.map((file) => basename(file)).toSorted(),
    )
  })
})

describe('docs/decisions', () => {
  const decisions = files.filter((file) => /decisions\/\d/.test(file)).toSorted()

  it('are at most 24, numbered without gaps', () => {
    const numbers = decisions.map((file) => Number(basename(file).slice(0, 4)))
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    expect(numbers.length).toBeLessThanOrEqual(24)
  })

  it.each(decisions)('%s is short and has a title, a status, a date and sections', (file) => {
    const text = readFileSync(file, 'utf8')
    const number = Number(basename(file).slice(0, 4))
    expect(text).toMatch(
      new RegExp(`^# ${number}\\. .+\n\n- Status: \\w.*\n- Date: \\d{4}-\\d\\d-\\d\\d\n\n`),
    )
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual(['Why', 'Considered'])
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytesOfDecision)
  })

  it('are all listed with their titles', () => {
    const list = readFileSync('docs/decisions/README.md', 'utf8')
    const rows = [...list.matchAll(/^(\d+)\. \[(.+)\]\((.+)\)$/gm)]
    expect(rows.map(([, number, title, file]) => [file, `# ${number}. ${title}`])).toEqual(
      decisions.map((file) => [basename(file), readFileSync(file, 'utf8').split('\n')[0]]),
    )
  })
})

/** `src/app.ts` and `content/*` are paths; `src/forms/<name>/` is a pattern for readers. */
function isPath(code: string): boolean {
  return /^(src|client|content|catalogue|scripts|test|docs|static)\/[^<\s]*$/.test(code)
}
