import { expect, test } from './shop.ts'

test('a key updates the suggestions within a frame on a phone four times slower', async ({
  page,
}) => {
  const session = await page.context().newCDPSession(page)
  await page.goto('/')
  await page.getByRole('main').getByRole('search').locator('input').focus()
  await expect(page.getByRole('combobox')).toHaveCount(1)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const rounds: number[][] = []
  for (let round = 0; round < 10; round += 1) rounds.push(await page.evaluate(typeAll))
  // The best of ten rounds excludes noise from other processes.
  const times = (rounds[0] ?? []).map((_, key) =>
    Math.min(...rounds.map((round) => round[key] ?? 0)),
  )
  const sorted = times.toSorted((a, b) => a - b)
  const percentile = (share: number) =>
    sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)]
  const [median, p95, worst] = [0.5, 0.95, 1].map(percentile)
  console.log(
    `ms per key: median ${median?.toFixed(1)}, p95 ${p95?.toFixed(1)}, worst ${worst?.toFixed(1)}`,
  )
  expect(p95).toBeLessThan(16)
})

function typeAll(): number[] {
  const input = document.querySelector<HTMLInputElement>('[role=combobox]')
  if (!input) throw new Error('The page has no combobox.')
  const texts = [
    'turtsiya',
    'nehwbz',
    'егклун',
    'tukrey',
    'united arab emirates',
    'австрлия',
    'qwxzvkp',
  ]
  return texts.flatMap((text) =>
    text.split('').map((_, index) => {
      const start = performance.now()
      input.value = text.slice(0, index + 1)
      input.dispatchEvent(new Event('input', { bubbles: true }))
      document.body.getBoundingClientRect()
      return performance.now() - start
    }),
  )
}
