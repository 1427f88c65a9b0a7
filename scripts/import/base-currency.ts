import { unstable_readConfig } from 'wrangler'
import { currencies } from '../../src/config/currencies.ts'
import type { Currency } from '../../src/domain/money.ts'

type Vars = { readonly [name: string]: unknown }

/** The first of CURRENCIES, in wrangler.toml or in `vars`. Throws an error that names the variable when it is bad. */
export function baseCurrency(
  vars: Vars = unstable_readConfig({ config: 'wrangler.toml' }).vars,
): Currency {
  const parsed = currencies.safeParse(vars['CURRENCIES'])
  if (parsed.success) return parsed.data[0]
  throw new Error(
    `Invalid configuration in wrangler.toml [vars].\nCURRENCIES: ${parsed.error.issues[0]?.message}`,
  )
}
