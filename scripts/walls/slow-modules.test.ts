import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Matches an `Intl` object outside of functions. In a new process, the first one takes 8 ms. */
const slow = /^(export )?(const|let) [^\n=]+=\s+new Intl\./m

it('creates no Intl object when a module loads', () => {
  const modules = globSync('src/**/*.{ts,tsx}').filter((path) => !path.includes('.test.'))
  const found = modules.filter((path) => slow.test(readFileSync(path, 'utf8')))
  expect(found).toEqual([])
})

it('finds an Intl object outside of functions', () => {
  expect(`\nconst names = new Intl.DisplayNames('en', { type: 'region' })`).toMatch(slow)
  expect(`\nconst names = once(() => new Intl.DisplayNames('en'))`).not.toMatch(slow)
})
