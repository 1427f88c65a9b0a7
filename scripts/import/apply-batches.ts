import type { Database } from './d1.ts'

type Batches = readonly (readonly string[])[]

/**
 * Executes batches. When a connection breaks, the database may or may not have applied the batch. A
 * batch fails when staff change one of its plans meanwhile. Then the import is computed again, and
 * its missing part is executed.
 */
export async function applyBatches(
  open: () => Promise<Database>,
  batches: Batches,
  readAgain: (database: Database) => Promise<{ readonly batches: Batches }>,
): Promise<void> {
  const executeAll = (list: Batches) =>
    withDatabase(open, async (database) => {
      for (const batch of list) await database.execute(batch)
    })
  try {
    await executeAll(batches)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.error(
      'The import was interrupted. Comparing the database with the files, to write the missing rows.',
    )
    const rest = await withDatabase(open, readAgain)
    await executeAll(rest.batches)
  }
}

export async function withDatabase<T>(
  open: () => Promise<Database>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await open()
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
