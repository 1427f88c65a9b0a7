import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('names no apps that Russian networks block or slow down', () => {
  const plans = readFileSync(new URL('../plans.csv', import.meta.url), 'utf8').split('\n')
  const russian = plans.filter((plan) => plan.includes(',russia,'))
  expect(russian.length).toBeGreaterThan(0)
  expect(russian.filter((plan) => /WhatsApp|Telegram|YouTube/.test(plan))).toEqual([])
})
