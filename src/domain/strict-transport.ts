/** One year. The default of hono is 180 days, and browsers use the last value from an origin. */
export const strictTransportSecurity = 'max-age=31536000; includeSubDomains'
