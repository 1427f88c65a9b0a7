import { z } from 'zod'
import { currencyPattern } from '../../../domain/money.ts'

const time = z
  .string()
  .transform((text) => new Date(text))
  .refine((date) => !Number.isNaN(date.getTime()), 'must be a time')

const currencyCode = z.string().regex(currencyPattern)

export const errorMessage = z.object({ message: z.string() })

/** The result of the validation of an order, which buys nothing. */
export const validatedOrder = z.object({
  valid: z.boolean().nullish(),
  total: z.number().nullish(),
})

export const createdOrder = z.object({
  orderReference: z.string().min(1),
  /** Units of `currency`. An unreadable amount must not hide that the order was placed. */
  total: z.number().nonnegative().nullish().catch(null),
  currency: currencyCode.nullish().catch(null),
  status: z.string().nullish(),
  statusMessage: z.string().nullish(),
})

const installDetails = z.object({
  iccid: z.string().min(1),
  matchingId: z.string().min(1),
  /** Some examples start with a scheme. */
  smdpAddress: z.string().min(1),
})
/** For an order of one eSIM, the documentation shows one object, but the API returns a list. */
export const installList = z.union([
  z.array(installDetails),
  installDetails.transform((details) => [details]),
])
export type InstallDetails = z.output<typeof installDetails>

export const esimDetails = z.object({
  iccid: z.string(),
  /** `Released`, `Downloaded`, `Installed`, `Enabled`, `Disabled`, `Deleted`, … */
  profileStatus: z.string().nullish(),
  firstInstalledDateTime: z.union([z.string(), z.number()]).nullish(),
})

const assignment = z.object({
  id: z.string(),
  callTypeGroup: z.string().nullish(),
  /** Bytes. */
  initialQuantity: z.number(),
  remainingQuantity: z.number(),
  startTime: time.nullish(),
  endTime: time.nullish(),
  bundleState: z.string(),
  unlimited: z.boolean().nullish(),
})
export type Assignment = z.output<typeof assignment>

export const appliedBundles = z.object({
  bundles: z.array(z.object({ name: z.string().min(1), assignments: z.array(assignment) })),
})

const country = z.object({ iso: z.string() })

export const catalogueBundle = z.object({
  name: z.string().min(1),
  description: z.string().nullish(),
  groups: z.array(z.string()).nullish(),
  countries: z.array(country),
  roamingEnabled: z.array(country).nullish(),
  /** MB of 1,000 kB. */
  dataAmount: z.number(),
  duration: z.int().positive(),
  durationUnit: z.string().nullish(),
  unlimited: z.boolean().nullish(),
  /** In units of the organisation's currency. */
  price: z.number().nonnegative(),
  allowances: z
    .array(z.object({ type: z.string(), amount: z.number(), unlimited: z.boolean().nullish() }))
    .nullish(),
})
export type CatalogueBundle = z.output<typeof catalogueBundle>

/** A page. The documentation shows a list, but the API wraps it. */
export const cataloguePage = z.union([
  z.array(z.unknown()).transform((bundles) => ({ bundles })),
  z.object({ bundles: z.array(z.unknown()) }),
])

export const countryNetworks = z.object({
  countryNetworks: z.array(
    z.object({
      /** The country code, two letters. */
      name: z.string(),
      networks: z.array(
        z.object({
          name: z.string(),
          brandName: z.string().nullish(),
          speed: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})
export type CountryNetworks = z.output<typeof countryNetworks>

const organisation = z.object({
  currency: currencyCode,
  balance: z.number(),
})
/** The documentation shows the organisation, but the API returns it in a list. */
export const currentOrganisation = z.union([
  organisation,
  z
    .object({ organisations: z.tuple([organisation], z.unknown()) })
    .transform(({ organisations: [first] }) => first),
])

export const compatibility = z.object({ compatible: z.boolean() })

/** A callback of version 3. Callbacks about the account have no ICCID. */
export const callback = z.object({
  iccid: z.string().nullish(),
  alertType: z.string().nullish(),
})
