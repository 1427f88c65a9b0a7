import { page } from '../http/page/page.ts'
import { showFirstStep, signIn } from './login.tsx'

export const registerPage = page('register', {
  access: 'guest',
  get: (c) => showFirstStep(c, 'register'),
  post: (c, form) => signIn(c, 'register', form),
})
