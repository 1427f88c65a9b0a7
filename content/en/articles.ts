import { about } from './about.ts'
import { dataPolicy } from './data-policy.ts'
import { userAgreement } from './user-agreement.ts'

export const articles = { about, dataPolicy, userAgreement }
