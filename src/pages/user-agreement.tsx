import { page } from '../http/page/page.ts'
import { showLegalText } from './legal-text.tsx'

export const userAgreementPage = page('userAgreement', {
  access: 'public',
  get: async (c) => showLegalText(c, 'userAgreement'),
})
