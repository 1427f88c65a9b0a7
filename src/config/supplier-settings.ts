import { z } from 'zod'
import { airaloProblems, airaloSettings } from './airalo-settings.ts'
import { esimAccessProblems, esimAccessSettings } from './esim-access-settings.ts'
import { esimGoProblems, esimGoSettings } from './esim-go-settings.ts'
import { origin } from './setting-types.ts'

/** Every supplier that `src/backend/suppliers/suppliers.ts` can create. */
const supplierNames: readonly string[] = ['airalo', 'esim-access', 'esim-go']

const mustBeSuppliers = `must name suppliers: ${supplierNames.join(', ')}`
const mustBeAmount = 'must be a whole amount from 0 to 1000000'

/** Settings of suppliers of eSIM profiles. Only listed suppliers need secrets. */
export const supplierSettings = {
  /** Separated by commas. A supplier that is not listed sells nothing. */
  SUPPLIERS: z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((name) => name.trim() || []))
    .pipe(z.array(z.string().refine((name) => supplierNames.includes(name), mustBeSuppliers))),
  ...airaloSettings,
  /** Whole units of the account's currency. A lower balance raises an alert. */
  SUPPLIER_LOW_BALANCE: z.coerce
    .number(mustBeAmount)
    .int(mustBeAmount)
    .min(0, mustBeAmount)
    .max(1_000_000, mustBeAmount)
    .default(100),
  ...esimAccessSettings,
  ...esimGoSettings,
}

type SupplierConfig = Parameters<typeof airaloProblems>[0] &
  Parameters<typeof esimAccessProblems>[0] &
  Parameters<typeof esimGoProblems>[0] & { readonly SUPPLIERS: readonly string[] }

/** Missing settings of listed suppliers by variable. */
export function supplierProblems(config: SupplierConfig): { path: string; message: string }[] {
  const isListed = (name: string) => config.SUPPLIERS.includes(name)
  const problems = {
    ...(isListed('airalo') ? airaloProblems(config) : {}),
    ...(isListed('esim-access') ? esimAccessProblems(config) : {}),
    ...(isListed('esim-go') ? esimGoProblems(config) : {}),
  }
  return Object.entries(problems).flatMap(([path, messages]) =>
    messages.flatMap((message) => (message === false ? [] : [{ path, message }])),
  )
}

const commandSettings = z.object({
  ...supplierSettings,
  SITE_ORIGIN: origin,
  DEV_TOOLS: z
    .string()
    .optional()
    .transform((value) => value === '1'),
})
export type SupplierSettings = z.output<typeof commandSettings>

/** The supplier settings of a command. Throws an error that names every bad variable. */
export function supplierConfig(env: unknown): SupplierSettings {
  const parsed = commandSettings.safeParse(env)
  const problems = parsed.success
    ? supplierProblems(parsed.data)
    : parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  if (parsed.success && problems.length === 0) return parsed.data
  const lines = problems.map(({ path, message }) => `${path}: ${message}`)
  throw new Error(`Invalid settings of suppliers.\n${lines.join('\n')}`)
}
