import { z } from 'zod'

/** An empty setting, which becomes null. */
export const unset = z.literal('').transform(() => null)

/** A setting that may be empty or missing. Both are null. */
export const optional = <Type extends z.ZodType>(type: Type) => z.union([unset, type]).default(null)

/** Names separated by commas. */
export const nameList = z
  .string()
  .default('')
  .transform((value) => value.split(',').flatMap((name) => name.trim() || []))

/** Settings that are uploaded with `wrangler secret put`, and are not in wrangler.toml. */
export const secretSettings = z.registry()

export const mustBeSecret = 'must be a secret of 12 characters or more'
export const secret = z.string(mustBeSecret).min(12, mustBeSecret)

const mustBeOrigin = 'must be an origin without path: https://shop.example'
export const origin = z
  .url({ protocol: /^https?$/, error: mustBeOrigin, abort: true })
  .refine((value) => new URL(value).origin === value, mustBeOrigin)

export const toggle = (standard: '0' | '1' = '0') =>
  z
    .enum(['0', '1'], 'must be 0 or 1')
    .default(standard)
    .transform((value) => value === '1')

/** The parsed values of settings. */
export type ValuesOf<Settings extends z.ZodRawShape> = Readonly<z.output<z.ZodObject<Settings>>>
