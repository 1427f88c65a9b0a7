import { z } from 'zod'

const configSchema = z.object({
  SITE_ORIGIN: z.url(),
  /** Where the test payment page is served, when not with the shop. */
  PAYMENT_PAGES_ORIGIN: z.url().optional(),
  /** Where visitors' messages go. */
  SUPPORT_EMAIL: z.email(),
  PARTNERS_EMAIL: z.email(),
  DEV_TOOLS: z
    .enum(['0', '1'])
    .default('0')
    .transform((value) => value === '1'),
  /** Signs what the payment provider tells; the provider has the same one. */
  PAYMENT_SECRET: z.string().min(12),
})
export type BackendConfig = z.infer<typeof configSchema>

/** The embedded backend's settings; throws an Error that names each bad variable. */
export function backendConfig(env: unknown): BackendConfig {
  const parsed = configSchema.safeParse(env)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The embedded backend is not configured.\n${problems.join('\n')}`)
}
