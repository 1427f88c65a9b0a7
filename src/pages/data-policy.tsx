import { page } from '../http/page/page.ts'
import { showLegalText } from './legal-text.tsx'

export const dataPolicyPage = page('dataPolicy', {
  access: 'public',
  get: async (c) => showLegalText(c, 'dataPolicy'),
})
