import { z } from 'zod'

/** Every supplier that `src/backend/suppliers/suppliers.ts` can create. */
const supplierNames: readonly string[] = []

const mustBeSuppliers = `must name suppliers: ${supplierNames.join(', ')}`

/** Settings of suppliers of eSIM profiles. Secrets are needed by listed suppliers only. */
export const supplierSettings = {
  /** Separated by commas. A supplier that is not listed sells nothing. */
  SUPPLIERS: z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((name) => name.trim() || []))
    .pipe(z.array(z.string().refine((name) => supplierNames.includes(name), mustBeSuppliers))),
}
