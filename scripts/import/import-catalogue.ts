import { z } from 'zod'
import { baseCurrency } from './base-currency.ts'
import type { Database } from './d1.ts'
import { readCatalogue } from './read-catalogue.ts'
import type { Known } from './read-catalogue.ts'
import { catalogueSql } from './catalogue-sql.ts'
import { runImport } from './command.ts'

/** `npm run catalogue:import -- plans.csv [operators.csv …] [--persist-to DIR | --remote]` */
await runImport(async (files, database) => {
  const { catalogue, problems } = readCatalogue(files, await knownIn(database), baseCurrency())
  const { countries, regions, operators, plans } = catalogue
  const delisted = plans === null ? 0 : await countListedExcept(database, plans)
  return {
    problems,
    warnings: [],
    statements: catalogueSql(catalogue),
    summary: [
      `Imported ${countries.length} countries, ${regions.length} regions, ${operators.length} operators, ${plans?.length ?? 0} plans.`,
      ...(delisted === 0 ? [] : [`Took ${delisted} plans off sale that are not in the file.`]),
    ].join('\n'),
  }
})

async function countListedExcept({ query }: Database, plans: readonly { tariffID: string }[]) {
  const kept = new Set(plans.map(({ tariffID }) => tariffID))
  const rows = await query(
    'SELECT id FROM tariffs WHERE is_listed = 1',
    z.object({ id: z.string() }),
  )
  return rows.filter(({ id }) => !kept.has(id)).length
}

async function knownIn({ query }: Database): Promise<Known> {
  const name = z.object({ name: z.string() })
  const names = async (sql: string) => new Set((await query(sql, name)).map((row) => row.name))
  return {
    countries: await names('SELECT code AS name FROM countries'),
    regions: await names(`SELECT country_code || '/' || ident AS name FROM regions`),
    operators: await names('SELECT ident AS name FROM operators'),
  }
}
