import { describeProblem } from '../../src/plans/read-csv.ts'
import type { Problem } from '../../src/plans/read-csv.ts'
import type { Database } from '../database/d1.ts'

type Batches = readonly (readonly string[])[]
type Rest = { readonly batches: Batches; readonly problems: readonly Problem[] }

/**
 * Executes batches. When a connection breaks, the database may or may not have applied the batch. A
 * batch fails when staff change one of its plans meanwhile. Then the import is computed again, and
 * its missing part is executed. Throws when the files have problems by then. The first transaction
 * also runs `record`, which must have no effect the second time.
 */
export async function applyBatches(
  open: () => Promise<Database>,
  { batches, record }: { readonly batches: Batches; readonly record: readonly string[] },
  readAgain: (database: Database) => Promise<Rest>,
): Promise<void> {
  const executeAll = (list: Batches) =>
    withDatabase(open, async (database) => {
      for (const [index, batch] of list.entries())
        await database.execute(index === 0 ? [...batch, ...record] : batch)
    })
  try {
    await executeAll(batches)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.error(
      'The import was interrupted. Comparing the database with the files, to write the missing rows.',
    )
    const rest = await withDatabase(open, readAgain)
    if (rest.problems.length > 0)
      throw new Error(
        ['The files no longer match the database.', ...rest.problems.map(describeProblem)].join(
          '\n',
        ),
        { cause: error },
      )
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
