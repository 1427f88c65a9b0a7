import type { SqlStore } from '../../src/backend/sql-store.ts'
import type { SourcesCommand } from './sources-arguments.ts'
import { addSource, listSources, removeSource } from './sources-sql.ts'

/** Lists or changes where plans can be bought. Returns the lines to print. */
export async function runSources(
  store: SqlStore,
  command: SourcesCommand & { readonly isDryRun: boolean },
  now: Date,
): Promise<string[]> {
  if (command.action === 'list') return listSources(store, command.tariffID)
  const { source, isDryRun } = command
  const { line, statements } =
    command.action === 'add'
      ? await addSource(store, source, { priority: command.priority, now })
      : await removeSource(store, source)
  if (isDryRun) return [line, 'Dry run: nothing was written.']
  await store.execute(statements)
  return [line]
}
