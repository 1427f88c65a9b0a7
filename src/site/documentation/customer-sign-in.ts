import type { Operations } from '../../operations.ts'
import {
  exampleCodeSent,
  exampleCustomer,
  exampleDone,
  exampleEmail,
  exampleNonce,
  exampleSession,
} from './entities.ts'
import type { OperationDocs } from './operation-docs.ts'

const tooManyCodes = 'Too many codes for this address or client address within an hour.'
const tooManyConfirmations = 'Too many codes entered by this client address within an hour.'
const accountClosed = 'The account has been closed.'
const usedCode = 'A concurrent request has used the code.'
const wrongCode = 'The code is wrong, used or expired, or has had too many attempts.'

export const passwordLogin: OperationDocs<Operations['passwordLogin']> = {
  tag: 'Customers',
  description:
    'Strategy `local`: signs in a customer who has set a password. Answers 429 after ten attempts ' +
    'by a client address for an account within an hour. A browser that has signed in ' +
    'before has its own limit, if its nonce is sent.',
  request: {
    lang: 'en',
    email: exampleEmail,
    password: 'correct horse battery',
    nonce: exampleNonce,
  },
  response: exampleSession,
  refusals: {
    'wrong-password': 'The address or the password is wrong.',
    'too-many-requests':
      'Too many attempts for this account or by this client address within an hour.',
  },
}

export const passwordLogout: OperationDocs<Operations['passwordLogout']> = {
  tag: 'Customers',
  description: 'Strategy `local`: ends the session. The same as `customerLogout`.',
  request: {},
  response: exampleDone,
}

export const passwordUser: OperationDocs<Operations['passwordUser']> = {
  tag: 'Customers',
  description: 'Strategy `local`: returns the account of the session.',
  request: {},
  response: { user: exampleCustomer },
}

export const customerCodeSend: OperationDocs<Operations['customerCodeSend']> = {
  tag: 'Customers',
  description:
    'Sends a code of six digits, or of eight while somebody guesses codes. A second request ' +
    'within a minute sends nothing and returns the seconds to wait. The response does not reveal ' +
    'whether an account exists.',
  request: { lang: 'en', email: exampleEmail, nonce: exampleNonce },
  response: exampleCodeSent,
  refusals: { 'too-many-requests': tooManyCodes },
}

export const customerAuth: OperationDocs<Operations['customerAuth']> = {
  tag: 'Customers',
  description:
    'Strategy `localAuth`: signs in an existing customer with the code from the email. A code ' +
    'has five attempts. Without an account it answers `no-account`, and the code stays valid ' +
    'for `registerConfirm`.',
  request: { lang: 'en', email: exampleEmail, code: '482913', nonce: exampleNonce },
  response: exampleSession,
  refusals: {
    'no-account': 'There is no account with this address.',
    'code-used': usedCode,
    'wrong-code': wrongCode,
    'too-many-requests': tooManyConfirmations,
  },
}

export const registerConfirm: OperationDocs<Operations['registerConfirm']> = {
  tag: 'Customers',
  description:
    'Strategy `registerConfirm`: creates the account of a confirmed address and signs in. ' +
    'Signs in to the account if it exists.',
  request: {
    lang: 'en',
    email: exampleEmail,
    code: '482913',
    nonce: exampleNonce,
    consent: true,
    utm: { utm_source: 'newsletter' },
  },
  response: exampleSession,
  refusals: {
    'code-used': usedCode,
    'wrong-code': wrongCode,
    'too-many-requests': tooManyConfirmations,
  },
}

export const customerLogout: OperationDocs<Operations['customerLogout']> = {
  tag: 'Customers',
  description: 'Ends the session on the server.',
  request: {},
  response: exampleDone,
}

export const customerPassword: OperationDocs<Operations['customerPassword']> = {
  tag: 'Customers',
  description:
    'Sets the password of the account and ends its other sessions. If the sign-in is more than ten ' +
    'minutes old, requires a sign-in code. Refuses common passwords.',
  request: { password: 'correct horse battery', code: '482913', nonce: exampleNonce },
  response: exampleDone,
  refusals: {
    'confirmation-needed': 'The sign-in is more than ten minutes old, and no code was sent.',
    forbidden: accountClosed,
    'wrong-code': wrongCode,
    'code-used': usedCode,
    'too-many-requests':
      'Too many passwords for this account, or too many codes entered by this client address within ' +
      'an hour.',
  },
}
