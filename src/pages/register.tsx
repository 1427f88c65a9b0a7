import { page } from '../http/page/page.ts'
import { signIn, start } from './login.tsx'

/** A new customer: an e-mail, the consent, the code (registerConfirm). */
export const registerPage = page('register', (c) => start(c, 'register'), {
  access: 'guest',
  post: (c) => signIn(c, 'register'),
})
