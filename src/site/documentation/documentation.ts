import type { OperationName, Operations } from '../../operations.ts'
import * as catalogue from './catalogue.ts'
import * as customerSignIn from './customer-sign-in.ts'
import * as customers from './customers.ts'
import * as esims from './esims.ts'
import * as orders from './orders.ts'
import type { OperationDocs } from './operation-docs.ts'
import * as partners from './partners.ts'
import * as passkeys from './passkeys.ts'
import * as reviews from './reviews.ts'
import * as texts from './texts.ts'

export const documentation: { readonly [Name in OperationName]: OperationDocs<Operations[Name]> } =
  {
    ...catalogue,
    ...orders,
    ...esims,
    ...reviews,
    ...texts,
    ...customerSignIn,
    ...customers,
    ...partners,
    ...passkeys,
  }
