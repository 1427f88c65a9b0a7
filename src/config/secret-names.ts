import { backendSettings } from './backend-config.ts'
import { secretSettings } from './setting-types.ts'
import { storefrontSettings } from './storefront-config.ts'

/** Every secret of a deployed worker. Its other variables are [vars] in wrangler.toml. */
export const secretNames: readonly string[] = Object.entries({
  ...storefrontSettings.shape,
  ...backendSettings.shape,
}).flatMap(([name, setting]) => (secretSettings.has(setting) ? [name] : []))
