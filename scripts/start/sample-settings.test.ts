import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { sampleSettings } from './sample-settings.ts'

it('overrides every setting of wrangler.toml, so that tests ignore an operator’s settings', async () => {
  const toml = await readFile('wrangler.toml', 'utf8')
  const [, vars = ''] = /\[vars\]\n(.*?)\n\[/s.exec(toml) ?? []
  const names = [...vars.matchAll(/^([A-Z_]+) =/gm)].map(([, name = '']) => name)
  expect(new Set(names)).toEqual(new Set(Object.keys(sampleSettings)))
})
