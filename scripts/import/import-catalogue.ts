import { baseCurrency } from './base-currency.ts'
import { findCatalogueRisks } from '../../src/backend/catalogue-changes/catalogue-risks.ts'
import { describeRisks } from '../../src/backend/catalogue-changes/describe-risks.ts'
import { catalogueDifference } from '../../src/backend/imports/catalogue-difference.ts'
import { catalogueBatches } from '../../src/backend/imports/catalogue-sql.ts'
import { runImport } from './command.ts'
import { describePlans } from './describe-difference.ts'
import { readCatalogue } from '../../src/backend/imports/read-catalogue.ts'
import { knownNamesOf, readStoredCatalogue } from '../../src/backend/imports/stored-catalogue.ts'

const usage = `Usage: npm run catalogue:import -- FILE … [--dry-run] [--yes] [--remote | --persist-to DIR]
FILE is plans.csv, operators.csv, countries.csv or regions.csv: catalogue/README.md`

await runImport(usage, async (files, database) => {
  const stored = await readStoredCatalogue(database)
  const { catalogue, problems } = readCatalogue(files, knownNamesOf(stored), baseCurrency())
  const { countries, regions, operators, plans, base } = catalogue
  if (problems.length > 0)
    return { problems, warnings: [], risks: [], difference: [], batches: [], summary: '' }
  const difference = catalogueDifference(catalogue, stored)
  return {
    problems,
    warnings: [],
    risks: describeRisks(findCatalogueRisks(difference.plans, difference.listed)),
    difference: plans === null ? [] : describePlans(difference.plans, difference.unchanged),
    batches: catalogueBatches(difference, base),
    summary: `Imported countries: ${countries.length}, regions: ${regions.length}, operators: ${operators.length}, plans: ${plans?.length ?? 0}.`,
  }
})
