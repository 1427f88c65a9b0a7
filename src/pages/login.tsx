import { signInQuery } from '../http/page/access.ts'
import { page } from '../http/page/page.ts'
import { showFirstStep } from './login/show-sign-in.tsx'
import { signInHandlers } from './login/sign-in-handlers.ts'

/**
 * Signs in customers by email and code (strategy localAuth) or password (local), and partners
 * (`?as=partner`) by phone and code.
 */
export const loginPage = page('login', {
  access: 'guest',
  query: signInQuery,
  get: (c, { query }) => showFirstStep(c, query.as ?? 'login', query),
  post: (c, { query }, fields) => signInHandlers(c, query.as ?? 'login', query, fields),
})
