import { baseCurrency } from './base-currency.ts'
import { findCatalogueRisks, describeRisks } from '../../src/plans/catalogue-risks.ts'
import { catalogueDifference, catalogueBatches } from '../../src/plans/catalogue-difference.ts'
import { runImport } from './command.ts'
import type { Import } from './command.ts'
import { describeDictionaries, describePlans } from './describe-difference.ts'
import { readCatalogue } from '../../src/plans/read-catalogue.ts'
import type { SourceFile } from '../../src/plans/read-csv.ts'
import type { Database } from '../database/d1.ts'
import { knownNamesOf, readStoredCatalogue } from '../../src/plans/stored-catalogue.ts'

const usage = `Usage: npm run catalogue:import -- FILE … [--dry-run] [--yes] [--remote | --persist-to DIR [--create]]
FILE is plans.csv, operators.csv, countries.csv or regions.csv: catalogue/README.md
--create creates a shop in DIR if it has none.`

await runImport(usage, readImport, { mayCreate: true })

async function readImport(files: readonly SourceFile[], database: Database): Promise<Import> {
  const stored = await readStoredCatalogue(database)
  const { catalogue, problems } = readCatalogue(files, knownNamesOf(stored), baseCurrency())
  if (problems.length > 0) return { problems, warnings: [], risks: [], difference: [], batches: [] }
  const difference = catalogueDifference(catalogue, stored)
  const { plans, unchanged, listed } = difference
  const [counts = '', ...changes] = catalogue.plans === null ? [] : describePlans(plans, unchanged)
  return {
    problems,
    warnings: [],
    risks: describeRisks(findCatalogueRisks(plans, listed)),
    difference: [
      ...describeDictionaries(difference),
      ...(counts === '' ? [] : [`plans: ${counts}`, ...changes]),
    ],
    batches: catalogueBatches(difference, catalogue.base),
  }
}
