/** Every secret of a deployed worker. The others of its variables are [vars] in wrangler.toml. */
export const secretNames: readonly string[] = [
  'PAYMENT_SECRET',
  'CODE_PEPPER',
  'USAGE_SECRET',
  'MESSAGE_WEBHOOK_TOKEN',
  'ALERT_WEBHOOK_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'YOOKASSA_SECRET_KEY',
  'AIRALO_CLIENT_ID',
  'AIRALO_CLIENT_SECRET',
  'ESIM_ACCESS_CODE',
  'ESIM_ACCESS_SECRET_KEY',
  'ESIM_GO_API_KEY',
  'TURNSTILE_SECRET',
  'STOREFRONT_KEY',
]
