import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import mutations from './mutations.json' with { type: 'json' }
import { runStories } from './run-stories.ts'

it('keeps money, eSIMs, mail and alerts right in every story', async () => {
  // A repeated story is there to be read.
  const show = (text: string) => void (process.env['SEED'] && process.stdout.write(text))
  const { isRight, output } = await runStories('.', {}, show)
  expect(isRight, output).toBe(true)
}, 3_600_000)

it('can break every rule', () => {
  // A change of the source must not leave a rule that nobody breaks any more.
  for (const { rule, file, text } of mutations)
    expect(readFileSync(file, 'utf8').split(text), rule).toHaveLength(2)
})
