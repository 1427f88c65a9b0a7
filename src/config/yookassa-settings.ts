import { z } from 'zod'
import { unset } from './setting-types.ts'
import { testKeyProblem } from './test-keys.ts'
import type { TestKeyConfig } from './test-keys.ts'

const mustBeShop = 'must be the number of the shop at YooKassa (shopId)'
const mustBeKey = 'must be a secret key of YooKassa: live_… or test_…'

/** Codes of the API: https://yookassa.ru/developers/payment-acceptance/receipts */
function taxCode(max: number) {
  const mustBeCode = `must be a code from 1 to ${max}`
  return z
    .union([
      unset,
      z.coerce.number(mustBeCode).int(mustBeCode).min(1, mustBeCode).max(max, mustBeCode),
    ])
    .default(null)
}

/** Origin of YooKassa's payment pages. */
export const yookassaOrigin = 'https://yoomoney.ru'

export const yookassaSettings = {
  YOOKASSA_SHOP_ID: z.union([unset, z.string().regex(/^\d{3,12}$/, mustBeShop)]).default(null),
  YOOKASSA_SECRET_KEY: z
    .union([unset, z.string().regex(/^(live|test)_[\w-]{10,}$/, mustBeKey)])
    .default(null),
  /** The VAT rate on receipts for the tax office. Without it the shop sends no receipts. */
  YOOKASSA_VAT_CODE: taxCode(12),
  YOOKASSA_TAX_SYSTEM_CODE: taxCode(6),
}

type YookassaConfig = TestKeyConfig & {
  readonly CURRENCIES: readonly string[]
  readonly YOOKASSA_SHOP_ID: string | null
  readonly YOOKASSA_SECRET_KEY: string | null
  readonly YOOKASSA_VAT_CODE: number | null
  readonly YOOKASSA_TAX_SYSTEM_CODE: number | null
}

/** Wrong settings of YooKassa by variable, if it is listed. */
export function yookassaProblems(config: YookassaConfig) {
  const hasTaxSystemOnly =
    config.YOOKASSA_TAX_SYSTEM_CODE !== null && config.YOOKASSA_VAT_CODE === null
  const { YOOKASSA_SECRET_KEY: key } = config
  return {
    CURRENCIES: [!config.CURRENCIES.includes('RUB') && 'must have RUB, the currency of YooKassa'],
    YOOKASSA_SHOP_ID: [config.YOOKASSA_SHOP_ID === null && mustBeShop],
    YOOKASSA_SECRET_KEY: [key === null ? mustBeKey : testKeyProblem(key, config)],
    YOOKASSA_VAT_CODE: [hasTaxSystemOnly && 'must be set with YOOKASSA_TAX_SYSTEM_CODE'],
  }
}
