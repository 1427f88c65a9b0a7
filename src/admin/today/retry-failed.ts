import { z } from 'zod'
import { retryMessage } from '../../messages/retry-messages.ts'
import { officeHref } from '../../words/office-paths.ts'
import { actionForm } from '../action-form.tsx'
import { adminAction } from '../routing/admin-action.ts'
import { doneQuery } from '../routing/query-fields.ts'
import { showToday } from './today-page.tsx'

/** Sends one message of the first page again. */
export const retryAction = adminAction({
  query: doneQuery,
  form: actionForm.extend({ messageID: z.string().min(1) }),
  run: async ({ var: { context, person } }, { form: { messageID, seenAt }, input }) =>
    retryMessage(context, person, { messageID, until: seenAt, ...input }),
  hrefAfter: () => officeHref('today', { done: 'retry' }),
  showAgain: showToday,
})
