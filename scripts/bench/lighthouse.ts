import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { exitOnError, parseCommand } from '../command.ts'
import { chromiumOptions, installChromium } from '../test/chromium.ts'

/**
 * Runs Lighthouse on the paths, or on one page of each kind. Prints the score of each category (0
 * to 100) and the failed audits. Exits with 1 when an audit outside the performance category fails.
 */
const usage = 'Usage: npm run bench:lighthouse -- [--origin http://localhost:8787] [PATH …]'
const lighthouse = 'lighthouse@13.5.0'
const { values, positionals } = await exitOnError(async () =>
  parseCommand(usage, {
    options: { origin: { type: 'string', default: 'http://localhost:8787' } },
    allowPositionals: true,
  }),
)
const onePageOfEachKind = [
  '/',
  '/ru',
  '/esim',
  '/esim/countries',
  '/esim/countries/tr',
  '/ru/esim/countries/tr',
  '/esim/countries/ru/mow',
  '/esim/regions/ru',
  '/esim/region',
  '/esim/tariffs',
  '/esim/tariffs/th-ais/th-ais-5gb-15d',
  '/klientam/questions-and-answers',
  '/ru/klientam/questions-and-answers/installing',
  '/blog',
  '/ru/blog/what-unlimited-means',
  '/feedback',
  '/about',
  '/contacts',
  '/sitemap',
]
const report = z.object({
  categories: z.record(
    z.string(),
    z.object({ score: z.number(), auditRefs: z.array(z.object({ id: z.string() })) }),
  ),
  audits: z.record(
    z.string(),
    z.object({ score: z.number().nullable(), displayValue: z.string().optional() }),
  ),
})

installChromium()
const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'))
let failures = 0
for (const path of positionals.length > 0 ? positionals : onePageOfEachKind) {
  const { categories, audits } = await audit(values.origin + path)
  const scores = Object.entries(categories).map(
    ([name, { score }]) => `${name} ${Math.round(score * 100)}`,
  )
  const failed = Object.entries(categories)
    .filter(([name]) => name !== 'performance')
    .flatMap(([, { auditRefs }]) => auditRefs.map(({ id }) => id))
    .filter((id) => (audits[id]?.score ?? 1) < 1)
  failures += failed.length
  const paint = audits['largest-contentful-paint']?.displayValue ?? ''
  console.log([path, ...scores, `LCP ${paint}`, failed.join(' ')].join('  '))
}
await rm(folder, { recursive: true })
process.exitCode = failures === 0 ? 0 : 1

async function audit(url: string): Promise<z.output<typeof report>> {
  const file = join(folder, 'report.json')
  const { executablePath } = chromiumOptions()
  const flags = '--headless=new --no-sandbox --disable-gpu'
  execFileSync(
    'npx',
    [
      '--yes',
      lighthouse,
      url,
      '--output=json',
      `--output-path=${file}`,
      `--chrome-flags=${flags}`,
      '--quiet',
    ],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, CHROME_PATH: executablePath },
    },
  )
  return report.parse(JSON.parse(await readFile(file, 'utf8')))
}
