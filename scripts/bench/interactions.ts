import type { Browser } from '@playwright/test'
import { exitOnError, parseCommand } from '../command.ts'
import { buildIfChanged } from '../build/built-sources.ts'
import { prepareDataFolder } from '../start/data-folder.ts'
import { installChromium } from '../test/chromium.ts'
import { browseShop } from './browsed-shop.ts'
import { controlsWith } from './controls.ts'
import type { Control } from './controls.ts'
import { paintTime } from './page-kinds.ts'
import { longestEvent, phone, slowPage } from './slow-page.ts'

/**
 * Prints for every control the time from an event to the next paint, in milliseconds, on a phone
 * with a CPU four times slower: the median and the maximum of the loads. The first use of a control
 * loads its scripts. Exits with 1 if a median exceeds the limit.
 */
const usage = 'Usage: npm run bench:interactions -- [--rounds 5] [NAME …]'
const dataFolder = '.cache/bench/shop'
const limit = 100

await exitOnError(async () => {
  const { values, positionals } = parseCommand(usage, {
    options: { rounds: { type: 'string', default: '5' } },
    allowPositionals: true,
  })
  installChromium()
  await buildIfChanged()
  await prepareDataFolder(dataFolder)
  await browseShop(dataFolder, async ({ browser, origin, shop }) => {
    const all = controlsWith(shop.esim)
    const chosen = all.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
    await printTimes({ browser, origin, rounds: Number(values.rounds) }, chosen)
  })
})

type Loads = { readonly browser: Browser; readonly origin: string; readonly rounds: number }

async function printTimes(loads: Loads, controls: readonly Control[]): Promise<void> {
  console.log('| control | median | maximum |')
  console.log('| --- | --: | --: |')
  for (const control of controls) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one control at a time
    const times = await timesOf(loads, control)
    const median = times[Math.floor(times.length / 2)] ?? Number.NaN
    if (median > limit) process.exitCode = 1
    console.log(`| ${control.name} | ${median} | ${times.at(-1)} |`)
  }
}

/** Returns the longest time of each load, in ascending order. */
async function timesOf({ browser, origin, rounds }: Loads, control: Control): Promise<number[]> {
  const times = []
  // oxlint-disable-next-line eslint/no-await-in-loop -- one load at a time
  for (let round = 0; round < rounds; round += 1) times.push(await timeOf(browser, origin, control))
  return times.toSorted((a, b) => a - b)
}

async function timeOf(
  browser: Browser,
  origin: string,
  { path, prepare, use }: Control,
): Promise<number> {
  const page = await slowPage(browser, { origin, screen: phone })
  await page.goto(path, { waitUntil: 'networkidle' })
  await prepare?.(page)
  await page.waitForTimeout(paintTime)
  const time = await longestEvent(page, async () => use(page))
  await page.context().close()
  return time
}
