export type TestKeyConfig = {
  readonly DEV_TOOLS: boolean
  readonly PAYMENT_TEST_KEYS: boolean
}

const mustBeLive =
  'must be a live key, because a test key charges nobody. PAYMENT_TEST_KEYS = "1" accepts test ' +
  'keys in a trial shop'

/** Rejects a provider's test key in production: `sk_test_…`, `rk_test_…` or `test_…`. */
export function testKeyProblem(
  key: string,
  { DEV_TOOLS, PAYMENT_TEST_KEYS }: TestKeyConfig,
): string | false {
  return /^([sr]k_)?test_/.test(key) && !DEV_TOOLS && !PAYMENT_TEST_KEYS && mustBeLive
}
