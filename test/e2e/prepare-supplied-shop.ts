import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

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
  const rule = ['add', '--currency', 'USD', '--markup', '40', '--ending', '0.90']
  const commands = [
    ['scripts/import/import-catalogue.ts', 'catalogue/countries.csv', '--create'],
    ['scripts/prices/prices.ts', ...rule],
    ['scripts/suppliers/sync.ts', 'airalo'],
  ]
  const env = { ...process.env, ...airaloSettings(airalo), DEV_TOOLS: '1' }
  for (const command of commands)
    await run('node', [...command, '--persist-to', persistTo], { env })
}
