import { unstable_readConfig } from 'wrangler'
import { currencies } from '../../src/kit/settings.ts'
import type { Currency } from '../../src/kit/money.shared.ts'

type Vars = { readonly [name: string]: unknown }

/** Returns the first of CURRENCIES. Throws an error that names the variable when it is invalid. */
export function baseCurrency(
  vars: Vars = unstable_readConfig({ config: 'wrangler.toml' }).vars,
): Currency {
  const parsed = currencies.safeParse(vars['CURRENCIES'])
  if (parsed.success) return parsed.data[0]
  const [problem] = parsed.error.issues
  throw new Error(`Invalid configuration in wrangler.toml [vars].\nCURRENCIES: ${problem?.message}`)
}
