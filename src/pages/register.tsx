import { signInQuery } from '../http/page/access.ts'
import { page } from '../http/page/page.ts'
import { showFirstStep, signInHandlers } from './login.tsx'

export const registerPage = page('register', {
  access: 'guest',
  query: signInQuery,
  get: (c, { query }) => showFirstStep(c, 'register', query),
  post: (c, { query }, fields) => signInHandlers(c, 'register', query, fields),
})
