import { signInQuery } from '../http/page/access.ts'
import { page } from '../http/page/page.ts'
import { showFirstStep } from './login/show-sign-in.tsx'
import { signInHandlers } from './login/sign-in-handlers.ts'

export const registerPage = page('register', {
  access: 'guest',
  query: signInQuery,
  get: (c, { query }) => showFirstStep(c, 'register', query),
  post: (c, { query }, fields) => signInHandlers(c, 'register', query, fields),
})
