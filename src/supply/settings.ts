import { z } from 'zod'
import {
  listProblems,
  localServer,
  localServerProblems,
  nameList,
  optional,
  origin,
  secretSettings,
} from '../kit/settings.ts'
import type { ValuesOf, SettingProblem } from '../kit/settings.ts'

const mustBeID = 'must be the API client id of the account at Airalo Partners'
const mustBeSecret = 'must be the API client secret of the account at Airalo Partners'
const mustBeMode = 'must be sync or async'

const airaloSettings = {
  AIRALO_CLIENT_ID: optional(z.string().regex(/^[\w-]{8,128}$/, mustBeID)).register(secretSettings),
  /** Also verifies the signatures of webhooks. */
  AIRALO_CLIENT_SECRET: optional(z.string().regex(/^[\w-]{16,256}$/, mustBeSecret)).register(
    secretSettings,
  ),
  /** `async`: Airalo accepts orders at once and announces the eSIM by webhook. */
  AIRALO_ORDERS: z.enum(['sync', 'async'], mustBeMode).default('sync'),
  AIRALO_API_URL: localServer,
}

const mustBeCode = 'must be the AccessCode of the account at eSIM Access'
const mustBeKey = 'must be the SecretKey of the account at eSIM Access'

const esimAccessSettings = {
  ESIM_ACCESS_CODE: optional(z.string().regex(/^\w{8,64}$/, mustBeCode)).register(secretSettings),
  /** Signs the requests. The API also accepts requests without a signature. */
  ESIM_ACCESS_SECRET_KEY: optional(z.string().regex(/^\w{8,128}$/, mustBeKey)).register(
    secretSettings,
  ),
  ESIM_ACCESS_API_URL: localServer,
}

const mustBeEsimGoKey = 'must be the API key of the organisation at eSIM Go'

const esimGoSettings = {
  /** Also verifies the signatures of callbacks. */
  ESIM_GO_API_KEY: optional(z.string().regex(/^[\w-]{16,128}$/, mustBeEsimGoKey)).register(
    secretSettings,
  ),
  ESIM_GO_API_URL: localServer,
}

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

/** Returns the missing settings of listed suppliers by variable. */
export function supplierProblems(config: SupplierConfig): readonly SettingProblem[] {
  const needs = (supplier: SupplierName, value: string | null, problem: string) => [
    config.SUPPLIERS.includes(supplier) && value === null && problem,
  ]
  return listProblems([
    {
      AIRALO_CLIENT_ID: needs('airalo', config.AIRALO_CLIENT_ID, mustBeID),
      AIRALO_CLIENT_SECRET: needs('airalo', config.AIRALO_CLIENT_SECRET, mustBeSecret),
      ESIM_ACCESS_CODE: needs('esim-access', config.ESIM_ACCESS_CODE, mustBeCode),
      ESIM_GO_API_KEY: needs('esim-go', config.ESIM_GO_API_KEY, mustBeEsimGoKey),
    },
  ])
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
    ? [...supplierProblems(parsed.data), ...localServerProblems(parsed.data)]
    : parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  if (parsed.success && problems.length === 0) return parsed.data
  const lines = problems.map(({ path, message }) => `${path}: ${message}`)
  throw new Error(
    `Invalid supplier settings in wrangler.toml [vars] or secrets.\n${lines.join('\n')}`,
  )
}
