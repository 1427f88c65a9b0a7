import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { withShop } from '../../scripts/database/open-shop.ts'

const run = promisify(execFile)

/** Settings of a shop whose supplier is test/servers/airalo.ts. */
export function airaloSettings(origin: string): { readonly [name: string]: string } {
  return {
    SUPPLIERS: 'airalo',
    AIRALO_API_URL: origin,
    AIRALO_CLIENT_ID: 'local-client',
    AIRALO_CLIENT_SECRET: 'local-client-secret',
  }
}

/** Fills a data folder as docs/suppliers.md describes: countries, price rules, then the sync. */
export async function prepareSuppliedShop(persistTo: string, airalo: string): Promise<void> {
  const env = { ...process.env, ...airaloSettings(airalo), DEV_TOOLS: '1' }
  const shop = async (...args: string[]) =>
    run('node', ['scripts/shop/shop.ts', ...args, '--persist-to', persistTo], { env })
  await shop('import', 'catalogue', 'catalogue/countries.csv', '--create')
  await addPriceRule(persistTo)
  await shop('import', 'supplier', 'airalo')
}

async function addPriceRule(persistTo: string): Promise<void> {
  const sql = `INSERT INTO price_rules (currency, markup_hundredths, step, ending)
    VALUES ('USD', 4000, 100, 90)`
  await withShop({ isRemote: false, persistTo }, async ({ db }) => db.prepare(sql).run())
}
