import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'

/** The code of SQLite for a database that another connection has locked. */
const busy = 5
const pollInterval = 100

/**
 * Prepares a data folder while no other command does. Two commands that create tables or fill them
 * at the same time would fail. The operating system ends the lock when a command ends.
 */
export async function withFolderLock<Result>(persistTo: string, prepare: () => Promise<Result>) {
  await mkdir(persistTo, { recursive: true })
  const lock = new DatabaseSync(join(persistTo, 'prepare.lock'), { timeout: 0 })
  try {
    if (!tryLock(lock)) {
      console.error(`Waiting for another command that prepares ${persistTo} …`)
      while (!tryLock(lock)) await setTimeout(pollInterval)
    }
    return await prepare()
  } finally {
    lock.close()
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return false
    throw error
  }
}
