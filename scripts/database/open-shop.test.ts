import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withCopy } from '../shop/backup.ts'
import { examineShop } from '../shop/doctor.ts'
import { openShop } from './open-shop.ts'

// A new database would answer that an order or a person does not exist.
it('does not create a shop in a folder whose name is mistyped', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'esim-storefront-'))
  try {
    const persistTo = join(folder, 'mistyped')
    const target = { isRemote: false, persistTo } as const
    const problem = `There is no shop in ${persistTo}.`
    await expect(openShop(target)).rejects.toThrow(problem)
    await expect(withCopy(target, async () => null)).rejects.toThrow(problem)
    const findings = await examineShop(target)
    expect(
      findings.filter(({ problem: text }) => text.startsWith(problem.slice(0, -1))),
    ).toHaveLength(1)
    expect(existsSync(persistTo)).toBe(false)
  } finally {
    await rm(folder, { recursive: true })
  }
})
