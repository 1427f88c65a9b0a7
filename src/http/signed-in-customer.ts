import type { Session } from '../contract/common.ts'
import type { Customer } from '../contract/customer.ts'

export type SignedInCustomer = { readonly session: Session; readonly profile: Customer }
