import type { Site } from '../ui/site.tsx'
import { href } from '../words/paths.shared.ts'
import { inksOf } from '../plans/map/inks.tsx'
import { samePass, type KeptPass } from './kept-pass.shared.ts'
import type { Esim, EsimBalance } from './operations.ts'

/**
 * Returns the value of `data-pass`, with which the browser replaces the pass that it keeps. Empty
 * for an eSIM that cannot be used, so that the browser keeps none.
 */
export function passOfBalance({ locale }: Pick<Site, 'locale'>, esim: EsimBalance): string {
  const { hash, tariff: plan, balance } = esim
  const { status, isFrozen, isRefunding, dataLimitMb, dataUsedMb, validUntil, activateBy } = balance
  if (isFrozen || isRefunding || !['ready', 'installed', 'active'].includes(status)) return ''
  return textOf(locale, plan, {
    leftMb: dataLimitMb === null ? null : Math.max(0, dataLimitMb - dataUsedMb),
    days: validUntil === null ? plan.validityDays : null,
    until: validUntil ?? activateBy,
    path: href(locale, status === 'ready' ? 'instruction' : 'operatorInfo', null, { hash }),
  })
}

/**
 * The same for the page of an eSIM, which shows no balance.
 */
export function passOfEsim({ locale }: Pick<Site, 'locale'>, esim: Esim): string {
  const { hash, tariff: plan, status, dataLimitMb, validityDays, activateBy } = esim
  if (status === 'active') return samePass
  if (status !== 'ready' && status !== 'installed') return ''
  const path = href(locale, 'instruction', null, { hash })
  return textOf(locale, plan, { leftMb: dataLimitMb, days: validityDays, until: activateBy, path })
}

type State = Pick<KeptPass, 'leftMb' | 'days' | 'until' | 'path'>

function textOf(locale: Site['locale'], plan: Esim['tariff'], state: State): string {
  const [country = ''] = plan.countryCodes
  const pass: KeptPass = {
    ...inksOf(plan),
    place: plan.placeTitle,
    locale,
    country: plan.kind === 'country' ? country : null,
    ...state,
  }
  return JSON.stringify(pass)
}
