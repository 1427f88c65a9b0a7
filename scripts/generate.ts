import { spawnSync } from 'node:child_process'
import { UsageRequest, exitOnError } from './command.ts'

const shots = ['test', '--config', 'playwright.shots.config.ts']
const types = ['types', '--include-runtime', 'false', '--strict-vars', 'false']

/** What is made, by which command, from what. */
const generators = [
  ['brand', 'node', ['scripts/build/brand.ts'], 'icons, logos and colours of the brand'],
  ['catalogue', 'node', ['catalogue/generate.ts'], 'the sample catalogue'],
  ['glyphs', 'node', ['scripts/build/glyphs.ts'], 'letters of share pictures: FONT.ttf'],
  ['map', 'node', ['scripts/build/land.ts'], 'land of the maps, and nearby countries'],
  ['openapi', 'node', ['scripts/contract/openapi.ts'], 'docs/openapi.json'],
  ['passwords', 'node', ['scripts/build/common-passwords.ts'], 'common passwords: LIST.json'],
  ['shots', 'playwright', shots, 'pictures of every page'],
  ['specification', 'node', ['scripts/docs/write-specification.ts'], 'docs/specification.md'],
  ['types', 'wrangler', [...types, '--env-file', '/dev/null'], 'types of wrangler.toml'],
  ['typography', 'node', ['scripts/content/typography.ts'], 'no-break spaces of content/'],
] as const

const usage = `Usage: npm run generate -- WHAT
Writes files that are committed. WHAT is one of:
${generators.map(([name, , , about]) => `  ${name.padEnd(14)}${about}`).join('\n')}`

/** `npm run generate -- WHAT` makes files from their sources. */
await exitOnError(async () => {
  const [what = '', ...rest] = process.argv.slice(2)
  if (what === '--help') throw new UsageRequest(usage)
  const found = generators.find(([name]) => name === what)
  if (!found) throw new Error(usage)
  const [, command, args] = found
  const isWindows = process.platform === 'win32'
  const { status } = spawnSync(command, [...args, ...rest], { stdio: 'inherit', shell: isWindows })
  process.exitCode = status ?? 1
})
