import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { openShopD1 } from '../../scripts/database/d1.ts'

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
  const command = async (...args: string[]) =>
    run('node', [...args, '--persist-to', persistTo], { env })
  await command('scripts/import/import-catalogue.ts', 'catalogue/countries.csv', '--create')
  await addPriceRule(persistTo)
  await command('scripts/suppliers/sync.ts', 'airalo')
}

async function addPriceRule(persistTo: string): Promise<void> {
  const { db, close } = await openShopD1({ isRemote: false, persistTo })
  try {
    await db
      .prepare(
        `INSERT INTO price_rules (currency, markup_hundredths, step, ending)
        VALUES ('USD', 4000, 100, 90)`,
      )
      .run()
  } finally {
    await close()
  }
}
