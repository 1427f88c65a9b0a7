import { knownStock } from '../../src/backend/imports/known-stock.ts'
import { compareStock, readStockTable, stockBatches } from '../../src/backend/imports/read-stock.ts'
import { runImport } from './command.ts'

/** `npm run stock:import -- codes.csv [--dry-run] [--persist-to DIR | --remote]` */
await runImport(async (files, database) => {
  const [file] = files
  if (!file || files.length > 1)
    throw new Error('Give one file of activation codes: npm run stock:import -- codes.csv')
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
    summary: `Imported ${added.length} activation codes.`,
  }
})
