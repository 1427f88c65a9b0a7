import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { wallProblem } from './slices.ts'

it.each([
  ['a slice comes before the other', 'src/plans/plans.ts', '../orders/orders.ts'],
  ['data does not import pages', 'src/plans/plans.ts', './pages/plan.tsx'],
  ['data does not import office screens', 'src/plans/plans.ts', './office-plans.tsx'],
  ['data does not import the server', 'src/plans/plans.ts', '../app.ts'],
  ['files for browsers are pure', 'src/orders/order-form.shared.tsx', '../kit/crypto.ts'],
  ['so is the client', 'client/boot.ts', '../src/kit/crypto.ts'],
  ['so are texts', 'content/index.ts', '../src/words/content.ts'],
  ['nothing imports a test', 'src/kit/crypto.ts', './money.test.ts'],
])('%s', (_, file, specifier) => {
  expect(wallProblem(file, specifier)).not.toBeNull()
})

it.each([
  ['data imports earlier slices', 'src/orders/orders.ts', '../plans/plans.ts'],
  ['data imports its own slice', 'src/orders/orders.ts', './ledger.ts'],
  ['data reads the context', 'src/orders/orders.ts', '../context.ts'],
  ['pages import any data', 'src/plans/pages/plan.tsx', '../../reviews/reviews.ts'],
  ['the worker imports pages', 'src/routes.ts', './plans/pages/plan.tsx'],
  ['tests import everything', 'src/kit/money.test.ts', '../orders/orders.ts'],
])('%s', (_, file, specifier) => {
  expect(wallProblem(file, specifier)).toBeNull()
})

it('every folder of src is a slice', async () => {
  const entries = await readdir('src', { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const problemOf = (folder: string) => wallProblem('src/kit/planted.ts', `../${folder}/planted.ts`)
  const outside = ['kit', 'schema']
  for (const folder of folders.filter((name) => !outside.includes(name)))
    expect([folder, problemOf(folder)]).toEqual([folder, expect.any(String)])
})

it('the lint rule sees every syntax of an import', async () => {
  const syntaxes = [
    "import '../orders/planted.ts'",
    "import {} from './../orders/planted.ts'",
    "import type {} from '../kit/../orders/planted.ts'",
    "export {} from '../orders/planted.ts'",
    "export * from '../orders/planted.ts'",
    "void import('../orders/planted.ts')",
    "null as import('../orders/planted.ts').Type",
  ]
  const folder = await mkdtemp(join(tmpdir(), 'walls-'))
  try {
    const file = join(folder, 'src/kit/planted.ts')
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, syntaxes.join('\n'))
    const flags = ['-A', 'all', '-D', 'walls/imports', '--format', 'json']
    const { stdout } = spawnSync('oxlint', ['--config', resolve('oxlint.config.ts'), ...flags], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(stdout.match(/comes before orders/g)).toHaveLength(syntaxes.length)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
