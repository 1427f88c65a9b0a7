import type { Operations } from '../../operations.ts'
import {
  exampleCustomer,
  exampleDone,
  exampleEsimBalance,
  exampleListAnswer,
  exampleSessionOfAccount,
} from './entities.ts'
import type { OperationDocs } from './operation-docs.ts'

const accountClosed = 'The account has been closed.'

export const customerProfile: OperationDocs<Operations['customerProfile']> = {
  tag: 'Customers',
  description: 'Returns the account of the session.',
  request: {},
  response: { user: exampleCustomer },
}

export const customerSessions: OperationDocs<Operations['customerSessions']> = {
  tag: 'Customers',
  description:
    'Returns at most 50 sessions of the account: the current one, then the most recently used.',
  request: {},
  response: { data: [exampleSessionOfAccount] },
}

export const customerSessionsEnd: OperationDocs<Operations['customerSessionsEnd']> = {
  tag: 'Customers',
  description: 'Ends all sessions of the account, or all except the session of this request.',
  request: { keepsCurrent: true },
  response: exampleDone,
}

export const customerEsims: OperationDocs<Operations['customerEsims']> = {
  tag: 'Customers',
  description:
    'Returns the eSIMs bought with the address of the account, and gifts to it, newest first. ' +
    'Includes orders made as a guest, and excludes gifts to other people.',
  request: { lang: 'en', search_string: '', per_page: 20, page: 1 },
  response: {
    data: [{ ...exampleEsimBalance, purchasedAt: '2026-11-12T10:00:00Z' }],
    ...exampleListAnswer,
  },
  refusals: { forbidden: accountClosed },
}
