import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { withShop } from '../../scripts/database/open-shop.ts'

const run = promisify(execFile)

type Settings = { readonly [name: string]: string }

/** Settings of a shop whose supplier is test/servers/airalo.ts. */
export function airaloSettings(origin: string): Settings {
  return {
    SUPPLIERS: 'airalo',
    AIRALO_API_URL: origin,
    AIRALO_CLIENT_ID: 'local-client',
    AIRALO_CLIENT_SECRET: 'local-client-secret',
  }
}

/** Fills a data folder as docs/suppliers.md describes: countries, price rules, then the sync. */
export async function prepareSuppliedShop(persistTo: string, airalo: string): Promise<void> {
  await runShop(persistTo, ['import', 'catalogue', 'catalogue/countries.csv', '--create'])
  await importAiralo(persistTo, airaloSettings(airalo))
}

/** Adds the plans of a supplier to a shop with countries. */
export async function importAiralo(persistTo: string, settings: Settings): Promise<void> {
  await addPriceRule(persistTo)
  await runShop(persistTo, ['import', 'supplier', 'airalo'], settings)
}

async function runShop(
  persistTo: string,
  args: readonly string[],
  settings: Settings = {},
): Promise<void> {
  const env = { ...process.env, ...settings, DEV_TOOLS: '1' }
  await run('node', ['scripts/shop/shop.ts', ...args, '--persist-to', persistTo], { env })
}

async function addPriceRule(persistTo: string): Promise<void> {
  const sql = `INSERT INTO price_rules (currency, markup_hundredths, step, ending)
    VALUES ('USD', 4000, 100, 90)`
  await withShop({ isRemote: false, persistTo }, async ({ db }) => db.prepare(sql).run())
}
