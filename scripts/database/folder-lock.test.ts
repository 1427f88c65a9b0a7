import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { migrate } from './open-shop.ts'
import { withFolderLock } from './folder-lock.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'folder-lock-'))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

it('prepares a folder for one command at a time, and says that the others wait', async () => {
  const events: string[] = []
  const { promise: canEnd, resolve: end } = Promise.withResolvers<void>()
  const first = withFolderLock(folder, async () => {
    events.push('first begins')
    await canEnd
    events.push('first ends')
  })
  await vi.waitFor(() => expect(events).toEqual(['first begins']))
  const second = withFolderLock(folder, async () => events.push('second begins'))
  await vi.waitFor(() =>
    expect(console.error).toHaveBeenCalledWith(
      `Waiting for another command that prepares ${folder} …`,
    ),
  )
  end()
  await Promise.all([first, second])
  expect(events).toEqual(['first begins', 'first ends', 'second begins'])
})

it('unlocks the folder when a command fails', async () => {
  const failing = withFolderLock(folder, async () => {
    throw new Error('no migrations')
  })
  await expect(failing).rejects.toThrow('no migrations')
  expect(await withFolderLock(folder, async () => 'prepared')).toBe('prepared')
})

it('applies each migration once when two commands create the tables', async () => {
  const migrations = await mkdtemp(join(folder, 'migrations-'))
  for (const number of [1, 2, 3])
    await writeFile(
      join(migrations, `000${number}_table.sql`),
      `CREATE TABLE t${number} (id TEXT);`,
    )
  const target = { isRemote: false, persistTo: join(folder, 'shop') } as const
  const commands = [migrate(target, migrations), migrate(target, migrations)]
  expect(await Promise.allSettled(commands)).toEqual([
    { status: 'fulfilled', value: undefined },
    { status: 'fulfilled', value: undefined },
  ])
})
