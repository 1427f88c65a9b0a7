import { signInQuery } from '../../site/access.ts'
import { page } from '../../site/page.ts'
import { showFirstStep } from './sign-in-view.tsx'
import { signInHandlers } from './sign-in-handlers.ts'

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

export const registerPage = page('register', {
  access: 'guest',
  query: signInQuery,
  get: (c, { query }) => showFirstStep(c, 'register', query),
  post: (c, { query }, fields) => signInHandlers(c, 'register', query, fields),
})
