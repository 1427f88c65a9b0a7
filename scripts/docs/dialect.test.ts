import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { dialectIn } from './dialect.ts'

/** Russian texts and the list of phrases itself are not English prose. */
const ignored = /^(content\/ru\/|scripts\/docs\/dialect)/
const files = globSync([
  '*.{ts,md,toml}',
  '{src,client,content,catalogue,scripts,test,docs}/**/*.{ts,tsx,mjs,css,sql,md}',
])

it.each(files.filter((file) => !ignored.test(file)))('%s is in plain English', (file) => {
  expect(dialectIn(readFileSync(file, 'utf8'))).toEqual([])
})

it.each([
  'Sends a code to who wants in.',
  'Whoever production tells or asks',
  'a page that\n * stands under it',
  'the visitor is told\n// about it',
  'NULL: none was.',
  'an action of\n-- staff',
])('finds dialect in %j', (text) => {
  expect(dialectIn(text)).toHaveLength(1)
})

it.each([
  'Returns the customers who are signed in.',
  'However, the cache is stale.',
  'Tell the provider what happened.',
  "import './look-ups.ts'",
  'The texts that staff publish.',
])('accepts %j', (text) => {
  expect(dialectIn(text)).toEqual([])
})
