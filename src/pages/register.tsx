import { page } from '../http/page/page.ts'
import { showFirstStep, signIn } from './login.tsx'

/** Creates a customer account: email, consent, then the code (strategy registerConfirm). */
export const registerPage = page('register', {
  get: (c) => showFirstStep(c, 'register'),
  post: (c, form) => signIn(c, 'register', form),
})
