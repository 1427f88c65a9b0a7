import { z } from 'zod'
import { deviceOf } from '../../domain/device.ts'
import { eidProblem } from '../../domain/eid.ts'
import type { PhoneModel } from '../../domain/phone-models/phone-model.ts'
import { verdictOf } from '../../domain/phone-models/verdict.ts'
import type { AppContext } from '../../http/app-env.ts'
import { page } from '../../http/page/page.ts'
import { rememberPhone, rememberedPhone } from '../../http/cookies/remembered-phone.ts'
import { userAgentOf } from '../../http/user-agent.ts'
import { markRejected } from '../../http/page/form-answer.ts'
import { validForm } from '../../http/page/form-input.ts'
import { messageKey } from '../../locale/texts.ts'
import type { Words } from '../../locale/words.ts'
import { CheckMasthead, CheckView } from './check/check-view.tsx'
import { findPhone, requestModel } from './check/find-phone.ts'
import type { PhoneMatch } from './check/find-phone.ts'
import type { EidAnswer } from './check/eid-check.tsx'
import { checkQuery } from './check/check-query.ts'
import type { CheckQuery } from './check/check-query.ts'
import { sealedVerdict } from './check/verdict-sheet.tsx'

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

async function show(c: AppContext, query: CheckQuery, eid: EidAnswer | null = null) {
  const { words } = c.var
  // Loaded here, because other pages do not need it.
  const { phoneModels, phoneModelSources } = await import('./check/phone-list.ts')
  const found = findPhone(c, phoneModels, query)
  if (eid?.errors === null) rememberPhone(c, 'eid')
  else if (found.model && !isNoAnswer(c, found))
    rememberPhone(c, fittingPhoneID(found.model, found, query))
  const system = deviceOf(userAgentOf(c) ?? '')
  const isFiltered = query.search_string !== '' || query.model !== undefined
  const answered = isFiltered && eid === null ? found.model : null
  return c.render(<CheckView {...{ query, found, eid, system }} sources={phoneModelSources} />, {
    opening: <CheckMasthead query={query} found={found} />,
    title: answered ? titleOf(words, answered, found, query) : words('check.title'),
    description: words('check.description'),
    isFiltered,
    styles: 'check',
  })
}

/** Returns the answer to the visitor's question, because a screen reader reads the title first. */
function titleOf(
  words: Words,
  model: PhoneModel,
  { boughtIn }: PhoneMatch,
  { lock }: CheckQuery,
): string {
  const { seal } = sealedVerdict(model, { boughtIn, lock: lock ?? null })
  return `${model.title} · ${words(`check.verdicts.${seal}`)}`
}

/**
 * Whether the phone that sent the request must not be stored as the answer. The visitor may not
 * have opened the page yet, or an earlier answer may be about another phone.
 */
function isNoAnswer(c: AppContext, { isHeld }: PhoneMatch): boolean {
  return isHeld && (isPrefetch(c) || rememberedPhone(c) !== undefined)
}

/**
 * Whether the request is a prefetch. Browsers and the boot script send one when the visitor points
 * at the link.
 */
function isPrefetch(c: AppContext): boolean {
  const mode = c.req.header('Sec-Fetch-Mode') ?? 'navigate'
  return mode !== 'navigate' || c.req.header('Sec-Purpose')?.includes('prefetch') === true
}

function fittingPhoneID(model: PhoneModel, { boughtIn }: PhoneMatch, { lock }: CheckQuery) {
  return verdictOf(model, { boughtIn, lock: lock ?? null }).fit === 'fits' ? model.id : null
}
