/** Default settings. Tests use these, because operators change [vars] in wrangler.toml. */
export const sampleSettings = {
  SITE_ORIGIN: 'http://localhost:8787',
  API_BASE_URL: '',
  ROOT_REDIRECT: '',
  PAYMENT_ORIGINS: '',
  PAYMENT_PROVIDERS: '',
  GENERIC_PAYMENT_URL: '',
  CURRENCIES: 'USD RUB',
  BRAND_NAME: 'Meridian',
  LEGAL_NAME: 'Meridian Sample Ltd',
  SUPPORT_EMAIL: 'help@meridian.example',
  PARTNERS_EMAIL: 'partners@meridian.example',
  SUPPORT_PHONE: '+44 20 7946 0000',
  APP_STORE_URL: 'https://apps.apple.com/app/id000000000',
  GOOGLE_PLAY_URL: 'https://play.google.com/store/apps/details?id=example.meridian',
  TELEGRAM_URL: 'https://t.me/meridian_example',
  VK_URL: 'https://vk.com/meridian_example',
  LINKEDIN_URL: 'https://www.linkedin.com/company/meridian-example',
  ANALYTICS_URL: '',
  TURNSTILE_SITE_KEY: '',
  REWARD_PERCENT: '10',
  WITHDRAWALS_OPEN: '1',
  SMS_COUNTRIES: 'AM AZ BY CY DE GB GE IL KG KZ MD RU TJ TM TR US UZ',
  SMS_NUMBER_TYPES: 'MOBILE FIXED_LINE_OR_MOBILE',
  SMS_CODES_PER_HOUR: '200',
  MAIL_CODES_PER_HOUR: '2000',
  SESSION_IDLE_DAYS: '60',
  MAIL_WEBHOOK_URL: '',
  SMS_WEBHOOK_URL: '',
} as const

/** Lets the backend trust the visitor's address that a shop on this machine sends. */
export const localStorefrontKey = 'development only'
