import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { words } from '../../content/en/words.ts'

const states = new Set([
  ...Object.keys(words.payment.lines),
  ...Object.keys(words.balance.statuses),
])

// The badge of an eSIM or a line has its state as a class. Other styles would change the badge.
it.each([...states])('has no styles for %s except those of its badge', (state) => {
  const css = globSync('client/styles/*.css').map((file) => readFileSync(file, 'utf8'))
  const selectors = css.flatMap((text) => text.match(/[^{};]+(?=\{)/g) ?? [])
  const ofState = selectors.filter((each) => new RegExp(`\\.${state}(?![\\w-])`).test(each))
  expect(ofState.filter((each) => !each.includes('.status'))).toEqual([])
})
