import {
  knownStock,
  compareStock,
  readStockTable,
  stockBatches,
} from '../../src/plans/read-stock.ts'
import { runImport } from './command.ts'
import { describeCounts } from './describe-difference.ts'

const usage = `Usage: npm run stock:import -- FILE [--dry-run] [--remote | --persist-to DIR]
FILE has the activation codes: catalogue/README.md`

await runImport(usage, async (files, database) => {
  const [file] = files
  if (!file || files.length > 1) throw new Error(`Import one file at a time.\n${usage}`)
  const table = readStockTable(file)
  const { added, known, problems, warnings } = compareStock(
    table,
    await knownStock(database, table),
  )
  return {
    problems,
    warnings,
    risks: [],
    // The import changes and removes no codes.
    difference: [`activation codes: ${describeCounts({ added: added.length, unchanged: known })}`],
    batches: stockBatches(added),
  }
})
