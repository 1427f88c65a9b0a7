import type { BackendConfig } from '../settings.ts'
import { currenciesOf } from './settings.ts'
import { fetchFrom } from '../kit/deadlines.ts'
import { validSecrets } from '../kit/webhooks.ts'
import { createGenericProvider } from './generic-provider.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { createStripeProvider } from './stripe.ts'
import { createTestProvider } from './test-provider.ts'
import { createYookassaProvider } from './yookassa.ts'

type Dependencies = { readonly db: D1Database; readonly now: () => Date }

/** Creates the providers of PAYMENT_PROVIDERS, in the same order. */
export function paymentProviders(
  config: BackendConfig,
  dependencies: Dependencies,
): readonly PaymentProvider[] {
  return config.PAYMENT_PROVIDERS.map((name) => createProvider(name, config, dependencies))
}

/** The configuration is validated first, so a listed provider has its settings. */
function createProvider(
  name: BackendConfig['PAYMENT_PROVIDERS'][number],
  config: BackendConfig,
  { db, now }: Dependencies,
): PaymentProvider {
  const { PAYMENT_SECRET: secret, PAYMENT_SECRET_OLD: earlier } = config
  const secrets = validSecrets(secret, earlier)
  const currencies = currenciesOf(name, config)
  switch (name) {
    case 'stripe':
      return createStripeProvider(
        {
          secretKey: config.STRIPE_SECRET_KEY ?? '',
          webhookSecret: config.STRIPE_WEBHOOK_SECRET ?? '',
          currencies,
        },
        { fetch: fetchFrom(config.STRIPE_API_URL), now },
      )
    case 'yookassa': {
      const { YOOKASSA_VAT_CODE: vatCode, YOOKASSA_TAX_SYSTEM_CODE: taxSystemCode } = config
      return createYookassaProvider(
        {
          shopID: config.YOOKASSA_SHOP_ID ?? '',
          secretKey: config.YOOKASSA_SECRET_KEY ?? '',
          receipt: vatCode === null ? null : { vatCode, taxSystemCode },
        },
        { fetch: fetchFrom(config.YOOKASSA_API_URL) },
      )
    }
    case 'generic':
      return createGenericProvider(
        { secrets, pageURL: config.GENERIC_PAYMENT_URL ?? '', currencies },
        { now },
      )
    case 'test': {
      const pagesOrigin = config.PAYMENT_PAGES_ORIGIN ?? config.SITE_ORIGIN
      return createTestProvider({ secret: secret ?? '', pagesOrigin, currencies }, { db, now })
    }
  }
}
