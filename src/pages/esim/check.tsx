import { z } from 'zod'
import { searchString } from '../../contract/common.ts'
import { deviceOf } from '../../domain/device.ts'
import { eidProblem } from '../../domain/eid.ts'
import { findModels } from '../../domain/phone-models/find-models.ts'
import {
  codeFromHeaders,
  homeMarketByCode,
  modelByCode,
} from '../../domain/phone-models/model-code.ts'
import { homeMarkets } from '../../domain/phone-models/phone-model.ts'
import type { PhoneModel } from '../../domain/phone-models/phone-model.ts'
import { verdictOf } from '../../domain/phone-models/verdict.ts'
import type { AppContext } from '../../http/app-env.ts'
import { page } from '../../http/page/page.ts'
import { rememberPhone, rememberedPhone } from '../../http/remembered-phone.ts'
import { userAgentOf } from '../../http/user-agent.ts'
import type { FormValues } from '../../http/page/form-request.ts'
import { planList, plansQuery } from '../../contract/order-plans.ts'
import { CheckView } from './check/check-view.tsx'
import type { Found } from './check/check-view.tsx'

const checkQuery = z.object({
  search_string: searchString,
  model: z.string().max(60).optional().catch(undefined),
  bought: z
    .enum([...homeMarkets, 'elsewhere'])
    .optional()
    .catch(undefined),
  lock: z.enum(['free', 'locked']).optional().catch(undefined),
  tariffID: planList.optional().catch(undefined),
  people: plansQuery.people,
})
export type CheckQuery = z.output<typeof checkQuery>

/**
 * Chrome sends the hint with the next requests, and repeats this request with it if it was missing.
 */
const modelHint = 'Sec-CH-UA-Model'

/** Checks whether a phone supports eSIM, by its model, its EID, or the visitor's browser. */
export const checkPage = page('check', {
  access: 'personal',
  query: checkQuery,
  async get(c, { query }) {
    c.header('Accept-CH', modelHint)
    c.header('Critical-CH', modelHint)
    return show(c, query)
  },
  // An EID identifies a phone permanently, so it is posted and never part of a URL.
  post: (c, form, { query }) => checkEid(c, form, query),
})

/** The typed EID and its error. */
export type EidAnswer = {
  readonly typed: string
  readonly problem: ReturnType<typeof eidProblem>
}

async function checkEid(c: AppContext, form: FormValues, query: CheckQuery) {
  const typed = form.text('eid')
  const problem = eidProblem(typed)
  if (problem) c.status(422)
  return show(c, query, { typed, problem })
}

async function show(c: AppContext, query: CheckQuery, eid: EidAnswer | null = null) {
  const { words } = c.var
  // Loaded here, because other pages do not need it.
  const { phoneModels, phoneModelSources } = await import('./check/phone-list.ts')
  const found = findPhone(c, phoneModels, query)
  if (eid?.problem === null) rememberPhone(c, 'eid')
  else if (found.model && !isNoAnswer(c, found))
    rememberPhone(c, phoneThatFits(found.model, found, query))
  const system = deviceOf(userAgentOf(c) ?? '')
  return c.render(<CheckView {...{ query, found, eid, system }} sources={phoneModelSources} />, {
    title: words('check.title'),
    description: words('check.description'),
    filtered: query.search_string !== '' || query.model !== undefined,
  })
}

/**
 * Whether the phone that sent the request must not be stored as the answer. Nobody has opened the
 * page yet, or an earlier answer may be about another phone.
 */
function isNoAnswer(c: AppContext, { isHeld }: Found): boolean {
  return isHeld && (isPrefetch(c) || rememberedPhone(c) !== undefined)
}

/** Browsers and the boot script fetch the page when somebody only points at its link. */
function isPrefetch(c: AppContext): boolean {
  const mode = c.req.header('Sec-Fetch-Mode') ?? 'navigate'
  return mode !== 'navigate' || c.req.header('Sec-Purpose')?.includes('prefetch') === true
}

function phoneThatFits(model: PhoneModel, { boughtIn }: Found, { lock }: CheckQuery) {
  return verdictOf(model, { boughtIn, lock: lock ?? null }).fit === 'fits' ? model.id : null
}

/** The phone in the query, else the visitor's. */
function findPhone(c: AppContext, models: readonly PhoneModel[], query: CheckQuery): Found {
  const named = models.find(({ id }) => id === query.model)
  if (named) return { ...foundModel(named), boughtIn: query.bought ?? null }
  if (query.search_string !== '') {
    const { model, near } = findModels(models, query.search_string)
    return { ...foundModel(model), near, isUnknown: model === null && near.length === 0 }
  }
  const code = codeFromHeaders(c.req.header(modelHint), userAgentOf(c) ?? '')
  const held = code === null ? null : modelByCode(models, code)
  if (code === null || held === null) return foundModel(null)
  return { ...foundModel(held), isHeld: true, boughtIn: homeMarketByCode(code) }
}

function foundModel(model: PhoneModel | null): Found {
  return { model, near: [], boughtIn: null, isHeld: false, isUnknown: false }
}
