import { findCatalogueRisks, describeRisks } from '../../src/plans/catalogue-risks.ts'
import { pacedCatalogue } from '../../src/plans/sync-catalogue.ts'
import { raiseContentVersion } from '../../src/plans/content-version.ts'
import {
  catalogueBatches,
  catalogueDifference,
  knownNamesOf,
  readStoredCatalogue,
} from '../../src/plans/catalogue-difference.ts'
import {
  knownStock,
  compareStock,
  readStockTable,
  stockBatches,
} from '../../src/plans/read-stock.ts'
import { readCatalogue } from '../../src/plans/read-catalogue.ts'
import type { SourceFile } from '../../src/plans/read-csv.ts'
import type { PlanDatabase } from '../../src/plans/plan-changes.ts'
import { createSuppliers } from '../../src/supply/suppliers.ts'
import { readPriceBook } from '../../src/plans/price-book.ts'
import { supplierConfig } from '../../src/supply/settings.ts'
import { countTexts, missingTexts } from '../content/missing-texts.ts'
import { createShop, openShop, withShop, type OpenShop } from '../database/open-shop.ts'
import type { Target } from '../database/target.ts'
import { defineCommand } from './define-command.ts'
import { describeCounts, describeDictionaries, describePlans } from './describe-difference.ts'
import { importFiles, refuse, type Import } from './import-files.ts'
import { chargingShop, commandStaff, shopSettings } from './settings.ts'
import { syncCatalogue } from './sync-catalogue.ts'

const dryRun = { 'dry-run': { type: 'boolean', default: false } } as const
const yes = { yes: { type: 'boolean', default: false } } as const

export const importCatalogue = defineCommand({
  name: 'import catalogue',
  usage: 'FILE … [--dry-run] [--yes] [--create]',
  about:
    'Plans, operators, countries and regions from CSV files (catalogue/README.md). --yes accepts\n      changes that look like a mistake. --create creates a shop in a data folder without one.',
  words: [1, Infinity],
  options: { ...dryRun, ...yes, create: { type: 'boolean', default: false } },
  async run({ words: paths, values, target }) {
    if (values.create && target.isRemote)
      throw new Error('--create has no effect with --remote. Remove one of them.')
    const inShop = storeOf(target, values.create ? createShop : openShop)
    await importFiles({ paths, inShop, read: readCatalogueImport, ...choicesOf(values) })
  },
})

export const importStock = defineCommand({
  name: 'import stock',
  usage: 'FILE [--dry-run]',
  about: 'Activation codes from a CSV file (catalogue/README.md).',
  words: [1, 1],
  options: dryRun,
  async run({ words: paths, values, target }) {
    const inShop = storeOf(target)
    await importFiles({ paths, inShop, read: readStockImport, ...choicesOf(values) })
  },
})

export const importTexts = defineCommand({
  name: 'import texts',
  usage: '',
  about: 'FAQ, posts and advice of content/, in each language that has none in the shop.',
  words: [0, 0],
  options: {},
  async run({ target }) {
    await withShop(target, async ({ db }) => {
      const statements = await missingTexts(db)
      const before = await countTexts(db)
      if (statements.length > 0) await db.batch([...statements, raiseContentVersion(db)])
      const after = await countTexts(db)
      // The import changes and removes no texts, because the operator may have edited them.
      for (const [name, count] of after) {
        const kept = before.get(name) ?? 0
        console.log(`${name}: ${count - kept} new, ${kept} unchanged.`)
      }
      console.log(
        statements.length === 0
          ? 'Nothing was imported: every language already has its texts.'
          : 'Imported the missing texts.',
      )
    })
  },
})

export const importSupplier = defineCommand({
  name: 'import supplier',
  usage: 'SUPPLIER [--dry-run] [--yes]',
  about:
    'Plans and costs from the catalogue of a supplier. Its secrets come from .dev.vars or the\n      environment. --yes accepts a catalogue that looks like a mistake.',
  words: [1, 1],
  options: { ...dryRun, ...yes },
  async run({ words: [id], values, target }) {
    const settings = shopSettings()
    const config = supplierConfig(settings)
    await withShop(target, async ({ db }) => {
      const suppliers = createSuppliers(config, { db, now: () => new Date() })
      const supplier = suppliers.find((each) => each.id === id)
      if (!supplier)
        throw new Error(`SUPPLIERS in wrangler.toml does not name ${id}. Add it there.`)
      const { lines, refused } = await syncCatalogue(db, pacedCatalogue(db, supplier), {
        shop: chargingShop(settings),
        now: new Date(),
        ...choicesOf(values),
      })
      for (const line of lines) console.log(line)
      if (refused.length > 0)
        refuse(refused, 'Nothing was written. If the catalogue is correct, add --yes.')
    })
  },
})

type Choices = { readonly as?: string; readonly yes?: boolean; readonly 'dry-run': boolean }

function choicesOf({ as, yes: isConfirmed = false, 'dry-run': isDryRun }: Choices) {
  return { staff: commandStaff(as), isConfirmed, isDryRun }
}

function storeOf(target: Target, open?: (target: Target) => Promise<OpenShop>) {
  return async <T>(work: (db: PlanDatabase) => Promise<T>): Promise<T> =>
    withShop(target, async ({ db }) => work(db), open)
}

async function readCatalogueImport(files: readonly SourceFile[], db: PlanDatabase) {
  const stored = await readStoredCatalogue(db)
  const names = knownNamesOf(stored)
  const book = await readPriceBook(db, chargingShop())
  const { catalogue, problems, warnings } = readCatalogue(files, names, book)
  if (problems.length > 0) return { problems, warnings, risks: [], difference: [], batches: [] }
  const difference = catalogueDifference(catalogue, stored)
  const { plans, unchanged, listed } = difference
  const [counts = '', ...changes] = catalogue.plans === null ? [] : describePlans(plans, unchanged)
  return {
    problems,
    warnings,
    risks: describeRisks(findCatalogueRisks(plans, listed)),
    difference: [
      ...describeDictionaries(difference),
      ...(counts === '' ? [] : [`plans: ${counts}`, ...changes]),
    ],
    batches: catalogueBatches(db, difference, catalogue.base),
  }
}

async function readStockImport([file]: readonly SourceFile[], db: PlanDatabase): Promise<Import> {
  const table = readStockTable(file ?? { name: '', text: '' })
  const { added, known, ...found } = compareStock(table, await knownStock(db, table))
  return {
    ...found,
    risks: [],
    // The import changes and removes no codes.
    difference: [`activation codes: ${describeCounts({ added: added.length, unchanged: known })}`],
    batches: stockBatches(db, added),
  }
}
