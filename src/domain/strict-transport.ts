/** One year. hono's default is 180 days, and browsers remember the last answer of an origin. */
export const strictTransportSecurity = 'max-age=31536000; includeSubDomains'
