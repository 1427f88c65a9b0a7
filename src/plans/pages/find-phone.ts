import { findModels, codeFromHeaders, homeMarketByCode, modelByCode } from '../find-models.ts'
import type { PhoneModel, PhoneAnswers } from '../phone-model.ts'
import { userAgentOf } from '../../site/app-env.ts'
import type { AppContext } from '../../site/app-env.ts'
import type { CheckQuery } from './check-query.tsx'

export type PhoneMatch = {
  readonly model: PhoneModel | null
  readonly near: readonly PhoneModel[]
  readonly boughtIn: PhoneAnswers['boughtIn']
  /** Whether the visitor is using this phone. */
  readonly isHeld: boolean
  /** Whether the visitor named a phone that is not in the list. */
  readonly isUnknown: boolean
}

/** The client hint with the model. Chromium has it on Android only. */
const modelHint = 'Sec-CH-UA-Model'

/**
 * Requests the model from browsers on Android. Chromium repeats its first request to send the hint,
 * a round trip that would delay other systems without an answer. It names the system in each
 * request.
 */
export function requestModel(c: AppContext): void {
  if (c.req.header('Sec-CH-UA-Platform') !== '"Android"') return
  c.header('Accept-CH', modelHint)
  c.header('Critical-CH', modelHint)
}

/** Returns the phone in the query, or else the visitor's phone. */
export function findPhone(
  c: AppContext,
  models: readonly PhoneModel[],
  query: CheckQuery,
): PhoneMatch {
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

function foundModel(model: PhoneModel | null): PhoneMatch {
  return { model, near: [], boughtIn: null, isHeld: false, isUnknown: false }
}
