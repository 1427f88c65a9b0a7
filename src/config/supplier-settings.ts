import { z } from 'zod'
import { airaloProblems, airaloSettings } from './airalo-settings.ts'
import { esimAccessProblems, esimAccessSettings } from './esim-access-settings.ts'
import { esimGoProblems, esimGoSettings } from './esim-go-settings.ts'
import { listProblems } from './setting-problems.ts'
import type { Problems, SettingProblem } from './setting-problems.ts'
import { nameList, origin } from './setting-types.ts'
import type { ValuesOf } from './setting-types.ts'

/** Every supplier that the shop can buy from. */
const supplierNames = ['airalo', 'esim-access', 'esim-go'] as const
export type SupplierName = (typeof supplierNames)[number]

const mustBeSuppliers = `must name suppliers: ${supplierNames.join(', ')}`
const mustBeAmount = 'must be a whole amount from 0 to 1000000'

/** Settings of suppliers of eSIM profiles. Only listed suppliers need secrets. */
export const supplierSettings = {
  /** Separated by commas. A supplier that is not listed sells nothing. */
  SUPPLIERS: nameList.pipe(z.array(z.enum(supplierNames, mustBeSuppliers))),
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

type SupplierConfig = ValuesOf<typeof supplierSettings> & { readonly DEV_TOOLS: boolean }

const problemsOf: { readonly [Name in SupplierName]: (config: SupplierConfig) => Problems } = {
  airalo: airaloProblems,
  'esim-access': esimAccessProblems,
  'esim-go': esimGoProblems,
}

/** Returns the missing settings of listed suppliers by variable. */
export function supplierProblems(config: SupplierConfig): readonly SettingProblem[] {
  return listProblems(config.SUPPLIERS.map((name) => problemsOf[name](config)))
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

/** Parses the supplier settings of a command. Throws an error that names every invalid variable. */
export function supplierConfig(env: unknown): SupplierSettings {
  const parsed = commandSettings.safeParse(env)
  const problems = parsed.success
    ? supplierProblems(parsed.data)
    : parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  if (parsed.success && problems.length === 0) return parsed.data
  const lines = problems.map(({ path, message }) => `${path}: ${message}`)
  throw new Error(
    `Invalid supplier settings in wrangler.toml [vars] or secrets.\n${lines.join('\n')}`,
  )
}
