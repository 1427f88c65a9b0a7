export type TestKeyConfig = {
  readonly DEV_TOOLS: boolean
  readonly PAYMENT_TEST_KEYS: boolean
}

const mustBeLive =
  'must be a live key: with a test key anybody gets eSIMs for nothing. PAYMENT_TEST_KEYS = "1" ' +
  'accepts it in a shop to try'

/** Refuses a provider's test key in production: `sk_test_…`, `rk_test_…` or `test_…`. */
export function testKeyProblem(
  key: string,
  { DEV_TOOLS, PAYMENT_TEST_KEYS }: TestKeyConfig,
): string | false {
  return /^([sr]k_)?test_/.test(key) && !DEV_TOOLS && !PAYMENT_TEST_KEYS && mustBeLive
}
