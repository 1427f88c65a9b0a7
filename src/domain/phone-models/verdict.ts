import type { HomeMarket, PhoneModel } from './phone-model.ts'

/** The answers of a phone's owner, or null before an answer. */
export type PhoneAnswers = {
  readonly boughtIn: HomeMarket | 'elsewhere' | null
  readonly lock: 'free' | 'locked' | null
}

export type Verdict = {
  readonly fit: 'fits' | 'depends' | 'no'
  readonly reason:
    | 'fits'
    | 'noEsim'
    | 'locked'
    | 'china'
    | 'twoCards'
    | 'market'
    | 'cellular'
    | 'versions'
    | 'bought'
  /** Markets whose versions do not fit, while it is unknown where the phone was bought. */
  readonly unless: readonly HomeMarket[]
}

/**
 * Home markets in which many travellers buy phones. If a model lacks eSIM in one of them, its
 * verdict depends on the answer.
 */
const largeMarkets: readonly HomeMarket[] = ['kr', 'jp', 'us']

/** Decides whether a phone can install an eSIM, by the model and the owner's answers. */
export function verdictOf(model: PhoneModel, { boughtIn, lock }: PhoneAnswers): Verdict {
  if (model.esim === 'no') return noFit('noEsim')
  if (lock === 'locked') return noFit('locked')
  if (boughtIn !== null && boughtIn !== 'elsewhere' && model.notFrom.includes(boughtIn))
    return noFit(reasonOf(model, boughtIn))
  const unless = boughtIn === null ? model.notFrom : []
  if (model.esim === 'cell') return { fit: 'depends', reason: 'cellular', unless }
  if (model.esim === 'some') return { fit: 'depends', reason: 'versions', unless }
  if (unless.some((market) => largeMarkets.includes(market)))
    return { fit: 'depends', reason: 'bought', unless }
  return { fit: 'fits', reason: 'fits', unless }
}

function noFit(reason: Verdict['reason']): Verdict {
  return { fit: 'no', reason, unless: [] }
}

/** Apple sells iPhones with two trays in Hong Kong. Other makers switch eSIM off there. */
function reasonOf({ brand }: PhoneModel, market: HomeMarket): Verdict['reason'] {
  if (market === 'cn') return 'china'
  return market === 'hk' && brand === 'Apple' ? 'twoCards' : 'market'
}
