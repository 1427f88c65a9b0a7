import { maxLength } from './field-limits.ts'

export const marketingCodePattern = new RegExp(`^[A-Za-z0-9_-]{1,${maxLength.marketingCode}}$`)
