import { z } from 'zod'
import { eidProblem } from '../phone-model.ts'
import { page } from '../../site/page.ts'
import { markRejected } from '../../site/form-answer.ts'
import { validForm } from '../../site/form-input.ts'
import { messageKey } from '../../words/texts.shared.ts'
import { requestModel, checkQuery } from './check-query.tsx'
import type { showCheck } from './checked-phone.tsx'

/** Checks whether a phone supports eSIM, by its model, its EID, or the visitor's browser. */
export const checkPage = page('check', {
  access: 'personal',
  query: checkQuery,
  async get(c, { query }) {
    requestModel(c)
    return show(c, query)
  },
  // An EID identifies a phone permanently, so it is posted and never part of a URL.
  post: (_, { query }) =>
    validForm({
      read: ({ text }) => ({ eid: text('eid') }),
      rules: z.object({ eid: eidField }),
      receive: async (c, { valid }) => show(c, query, { typed: valid.eid, errors: null }),
      async refuse(c, { values, errors }) {
        markRejected(c, errors.status)
        return show(c, query, { typed: values.eid, errors })
      },
    }),
})

const eidField = z.string().superRefine((text, context) => {
  const problem = eidProblem(text)
  if (problem === null) return
  context.addIssue({ code: 'custom', message: messageKey(`check.eidProblems.${problem}`) })
})

/** The check is a large part of the worker, and only this page needs it. */
async function show(...check: Parameters<typeof showCheck>): Promise<Response> {
  const checked = await import('./checked-phone.tsx')
  return checked.showCheck(...check)
}
