import { knownStock } from '../../src/backend/imports/known-stock.ts'
import { compareStock, readStockTable, stockBatches } from '../../src/backend/imports/read-stock.ts'
import { runImport } from './command.ts'

const usage = `Usage: npm run stock:import -- FILE [--dry-run] [--remote | --persist-to DIR]
FILE has the activation codes: catalogue/README.md`

await runImport(usage, async (files, database) => {
  const [file] = files
  if (!file || files.length > 1) throw new Error(usage)
  const table = readStockTable(file)
  const cells = table.rows.map(({ value }) => value)
  const { added, known, problems, warnings } = compareStock(
    table,
    await knownStock(database, cells),
  )
  const skipped = known === 0 ? '' : ` ${known} are in stock already.`
  return {
    problems,
    warnings,
    risks: [],
    difference: [`${added.length} new activation codes.${skipped}`],
    batches: stockBatches(added),
    summary: `Imported activation codes: ${added.length}.`,
  }
})
