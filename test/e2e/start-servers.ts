import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfChanged } from '../../scripts/build/built-sources.ts'
import { exitOnError } from '../../scripts/command.ts'
import { freePort } from '../../scripts/test/local-server.ts'
import { copySampleData } from '../../scripts/test/sample-data.ts'
import { startServer } from '../fixtures/start-server.ts'
import type { Server } from '../fixtures/start-server.ts'
import { addProfiles } from './add-profiles.ts'
import { officeSettings } from './office-settings.ts'
import { airaloSettings, prepareSuppliedShop } from './prepare-supplied-shop.ts'
import type { Origins, ServerName } from './servers.ts'
import { startServices } from './services-server.ts'

/**
 * `node test/e2e/start-servers.ts shop api` starts the named servers in parallel with new data,
 * until SIGTERM.
 */
await exitOnError(async () => {
  const names = process.argv.slice(2) as ServerName[] // playwright.config.ts has no other names
  await buildIfChanged()
  const folder = await mkdtemp(join(tmpdir(), 'esim-storefront-'))
  const origins = await originsOf(names)
  // Starts suppliers first, because a shop imports its plans from its supplier.
  const [suppliers, shops] = [names.filter(isSupplier), names.filter((each) => !isSupplier(each))]
  const startAll = async (some: readonly ServerName[]) =>
    Promise.all(some.map((name) => start(name, origins, folder)))
  const servers = [...(await startAll(suppliers)), ...(await startAll(shops))]
  process.on('SIGTERM', () => void stop(servers, folder))
  console.log(`Servers: ${JSON.stringify(origins)}`)
})

function isSupplier(name: ServerName): boolean {
  return name === 'airalo'
}

async function originsOf(names: readonly ServerName[]): Promise<Origins> {
  const ports = await Promise.all(names.map(freePort))
  return Object.fromEntries(names.map((name, index) => [name, `http://localhost:${ports[index]}`]))
}

async function start(name: ServerName, origins: Origins, folder: string): Promise<Server> {
  const origin = origins[name] ?? ''
  if (name === 'services') return startServices(origin)
  const port = new URL(origin).port
  if (name === 'access')
    return startServer(['test/servers/serve-access.ts', '--port', port], 'Access:')
  if (name === 'airalo') return startServer(['test/servers/airalo.ts', '--port', port], 'Airalo:')
  const data = `${folder}/${name}`
  if (name === 'shopOfAiralo') await prepareSuppliedShop(data, origins.airalo ?? '')
  if (name === 'shop' || name === 'api') {
    await copySampleData(data)
    await addProfiles(data)
  }
  const flags = ['--port', port, '--persist-to', data]
  return startServer([...command(name, origins), ...flags], origin)
}

function command(
  name: Exclude<ServerName, 'services' | 'airalo' | 'access'>,
  origins: Origins,
): readonly string[] {
  const { api = '', services = '', shopWithServices = '', airalo = '', access = '' } = origins
  const { shopOverApi = shopWithServices } = origins
  const shop = 'scripts/start/serve.ts'
  const serviceSettings = {
    ANALYTICS_URL: `${services}/goals`,
    TURNSTILE_SITE_KEY: 'turnstile-key',
    TURNSTILE_SECRET: 'turnstile-secret',
    TURNSTILE_VERIFY_URL: `${services}/siteverify`,
  }
  const commands = {
    // The shortest allowed time, for the journey with a sold-out plan.
    shop: [shop, '--var', 'AUTO_REFUND_HOURS:1', ...variables(officeSettings(access))],
    api: ['scripts/start/backend.ts', '--shop', shopOverApi],
    shopOverApi: [shop, '--api', api],
    shopInMoreLanguages: ['test/fixtures/serve-languages.ts'],
    shopOfAiralo: [shop, ...variables({ ...airaloSettings(airalo), ...officeSettings(access) })],
    shopWithServices: [shop, '--api', api, ...variables(serviceSettings)],
  }
  return commands[name]
}

function variables(settings: { readonly [name: string]: string }): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['--var', `${name}:${value}`])
}

async function stop(servers: readonly Server[], folder: string): Promise<void> {
  await Promise.all(servers.map((server) => server.stop()))
  await rm(folder, { recursive: true, force: true })
  process.exit()
}
