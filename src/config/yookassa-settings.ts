import { z } from 'zod'
import type { Currency } from '../domain/money.ts'
import type { Problems } from './setting-problems.ts'
import { optional, secretSettings } from './setting-types.ts'
import type { ValuesOf } from './setting-types.ts'
import { testKeyProblem } from './test-keys.ts'
import type { TestKeyConfig } from './test-keys.ts'

const mustBeShop = 'must be the number of the shop at YooKassa (shopId)'
const mustBeKey = 'must be a YooKassa secret key: live_… or test_…'

/** Codes of the API: https://yookassa.ru/developers/payment-acceptance/receipts */
function taxCode(max: number) {
  const mustBeCode = `must be a code from 1 to ${max}`
  return optional(
    z.coerce.number(mustBeCode).int(mustBeCode).min(1, mustBeCode).max(max, mustBeCode),
  )
}

export const yookassaSettings = {
  YOOKASSA_SHOP_ID: optional(z.string().regex(/^\d{3,12}$/, mustBeShop)),
  YOOKASSA_SECRET_KEY: optional(z.string().regex(/^(live|test)_[\w-]{10,}$/, mustBeKey)).register(
    secretSettings,
  ),
  /** The VAT rate on receipts for the tax office. Without it the shop sends no receipts. */
  YOOKASSA_VAT_CODE: taxCode(12),
  YOOKASSA_TAX_SYSTEM_CODE: taxCode(6),
}

type YookassaConfig = TestKeyConfig &
  ValuesOf<typeof yookassaSettings> & { readonly CURRENCIES: readonly Currency[] }

export const yookassa = {
  pagesOrigin: () => 'https://yoomoney.ru',
  currencies: () => ['RUB'],
  problems: (config: YookassaConfig): Problems => {
    const { YOOKASSA_SHOP_ID: shopID, YOOKASSA_SECRET_KEY: key } = config
    const hasTaxSystemOnly =
      config.YOOKASSA_TAX_SYSTEM_CODE !== null && config.YOOKASSA_VAT_CODE === null
    return {
      CURRENCIES: [!config.CURRENCIES.includes('RUB') && 'must have RUB, YooKassa’s currency'],
      YOOKASSA_SHOP_ID: [shopID === null && mustBeShop],
      YOOKASSA_SECRET_KEY: [key === null ? mustBeKey : testKeyProblem(key, config)],
      YOOKASSA_VAT_CODE: [hasTaxSystemOnly && 'must be set with YOOKASSA_TAX_SYSTEM_CODE'],
    }
  },
}
