import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeSecrets } from './wrangler-dev.ts'

it('writes secrets to a file that only its owner can read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'secrets-'))
  await writeFile(join(folder, 'secrets.env'), 'OLD=1\n', { mode: 0o644 })
  const file = await writeSecrets(folder, { PAYMENT_SECRET: 'a#b', CODE_PEPPER: 'c' })
  expect(await readFile(file, 'utf8')).toBe(`PAYMENT_SECRET='a#b'\nCODE_PEPPER='c'\n`)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})
