import { compareText } from '../kit/text.shared.ts'
import { manualProvider } from '../payments/payment-provider.ts'
import { isOfPayment, factsByHand } from './facts-by-hand.ts'
import type { ReturnKind } from './facts-by-hand.ts'
import { heldPayments } from './held-money.ts'
import { paidBefore } from './paid-lines.ts'
import type { ReturnedSum } from './paid-lines.ts'
import { endOfBook } from './refund-records.ts'
import type { RecordedFact, RecordedLine, RecordedRefund, RefundRecords } from './refund-records.ts'
import { systemActor } from './lines.ts'
import { keyOf } from './refund-keys.ts'

/**
 * The money that each refund of an order returned, and the lines that it returned the money for.
 */
export type RefundBook = {
  readonly records: RefundRecords
  readonly requests: readonly RequestedRefund[]
  /** The money for lines, by the key of the request that returned it. */
  readonly sums: (ReturnedSum & { readonly key: string })[]
  /** The part of these sums that each returned line has used, in minor units by its position. */
  readonly used: Map<number, number>
  /** The part of each refused refund that the operator made, in minor units by its id. */
  readonly madeByHand: Map<string, number>
  /**
   * The amount that each request refunds in addition to the price of its lines, in minor units by
   * its key.
   */
  readonly surplus: Map<string, number>
  /** The part of each fact that made no refused refund, in minor units by its id. */
  readonly unclaimed: Map<string, number>
}

/** A refund as staff or the shop requested it: a part for each payment that it takes. */
type RequestedRefund = {
  readonly key: string
  readonly requestedAt: string
  readonly isAutomatic: boolean
  /** Empty for an amount. */
  readonly positions: readonly number[]
  readonly parts: readonly RecordedRefund[]
  /** Staff cancel the whole refund, even if a part is still open. */
  readonly cancelledAt: string | null
}

/** A refund that the provider refused, completely or in part. */
export type RefundClaim = Omit<RequestedRefund, 'parts' | 'cancelledAt'> & {
  /** The lines that still need the refund. */
  readonly positions: readonly number[]
  /** The refused parts. One for an amount. */
  readonly refunds: readonly RecordedRefund[]
  /** The outcome of another part is unknown, or that of another refund which takes the money. */
  readonly isPending: boolean
  /** Minor units that the operator still has to return. */
  readonly missing: number
}

/** Events of the same time take effect in the order of their ranks. */
type BookEvent = { readonly at: string; readonly rank: number; readonly run: () => void }

/** The position of the money that a refund returns in addition to the price of its lines. */
const surplusPosition = 0

/**
 * Computes the book from the records, in the order of time. A fact belongs to a refund that the
 * shop made, or pays refused refunds that are open at the time of the fact, or belongs to no
 * refund.
 */
export function bookRefunds(
  records: RefundRecords,
  kinds: readonly ReturnKind[] = ['refunded'],
): RefundBook {
  const requests = requestsOf(records.refunds)
  const maps = {
    used: new Map(),
    madeByHand: new Map(),
    surplus: new Map(),
    unclaimed: new Map(),
  }
  const book: RefundBook = { records, requests, sums: [], ...maps }
  const events: BookEvent[] = [
    ...requests.map((request) => ({
      at: request.requestedAt,
      rank: 0,
      run: () => bookRequest(book, request),
    })),
    ...factsByHand(records, kinds).map((fact) => ({
      at: fact.receivedAt,
      rank: 1,
      run: () => bookFact(book, fact),
    })),
    ...records.lines.flatMap((line) => {
      const at = returnTime(line, requests)
      return at === null ? [] : [{ at, rank: 2, run: () => bookReturn(book, line) }]
    }),
  ]
  for (const { run } of events.toSorted(byTime)) run()
  return book
}

function byTime(one: BookEvent, other: BookEvent): number {
  return compareText(one.at, other.at) || one.rank - other.rank
}

function requestsOf(refunds: readonly RecordedRefund[]): RequestedRefund[] {
  return [...Map.groupBy(refunds, ({ id }) => keyOf(id))].flatMap(([key, parts]) => {
    const [first] = parts
    if (!first) return []
    const { requestedAt, positions, actor } = first
    const cancelledAt = parts.find((part) => part.cancelledAt !== null)?.cancelledAt ?? null
    return [{ key, requestedAt, positions, isAutomatic: actor === systemActor, parts, cancelledAt }]
  })
}

/** Returns when a line was returned. The refund of the line may have been made by hand later. */
function returnTime(
  { position, returnedAt }: RecordedLine,
  requests: readonly RequestedRefund[],
): string | null {
  if (returnedAt === null) return null
  const times = requests
    .filter((each) => each.requestedAt === returnedAt && each.positions.includes(position))
    .flatMap(({ parts }) => parts.filter(isRefused))
    .flatMap(({ acceptedAt }) => acceptedAt ?? [])
  return times.toSorted().at(-1) ?? returnedAt
}

const isRefused = ({ refusedAt }: RecordedRefund) => refusedAt !== null
/**
 * A recorded refund that staff reverted is not a claim. It counted as made until then, so no other
 * money made it, and staff must make an earlier refused refund of its lines again.
 */
const isRefusedByProvider = (refund: RecordedRefund) =>
  isRefused(refund) && refund.provider !== manualProvider
const minorOf = (all: readonly { readonly minor: number }[]) =>
  all.reduce((sum, { minor }) => sum + minor, 0)
const toPriced = ({ position, minor }: Pick<RecordedLine, 'position' | 'minor'>) => ({
  position,
  amount: { minor },
})

/** Adds the parts that the shop has made, or may still make. */
function bookRequest(book: RefundBook, { key, positions, parts }: RequestedRefund): void {
  const lines = book.records.lines.filter(
    ({ position }) => positions.includes(position) && !book.used.has(position),
  )
  const paid = paidBefore(book, lines.map(toPriced))
  // The records do not have the price of a line that staff have replaced since.
  const known = book.records.lines.map(({ position }) => position)
  const isReplaced = positions.some((position) => !known.includes(position))
  const surplus = isReplaced ? 0 : minorOf(parts) + paid - minorOf(lines)
  book.surplus.set(key, Math.max(0, surplus))
  const minor = minorOf(parts.filter((part) => !isRefused(part)))
  if (positions.length > 0 && minor > 0) book.sums.push({ key, positions, minor })
}

function bookReturn(book: RefundBook, line: RecordedLine): void {
  book.used.set(line.position, paidBefore(book, [toPriced(line)]))
}

/**
 * Divides the amount of a fact among the claims. A claim that lacks exactly this amount comes
 * first.
 */
function bookFact(book: RefundBook, fact: RecordedFact): void {
  const claims = claimsAt(book, fact.receivedAt).filter((claim) => canPay(book, fact, claim))
  const exact = claims.filter(({ missing }) => missing === fact.minor)
  let rest = fact.minor
  for (const { refunds } of exact.length > 0 ? exact : claims) {
    // The money for an earlier claim can have paid this one too.
    const claim = claimsAt(book, fact.receivedAt).find(
      (each) => each.refunds[0]?.id === refunds[0]?.id,
    )
    if (claim) rest -= bookByHand(book, claim, { ...fact, minor: rest })
  }
  if (fact.provider !== manualProvider) rest -= bookCancelled(book, { ...fact, minor: rest })
  book.unclaimed.set(fact.id, rest)
}

/**
 * Returns the minor units that the fact pays for lines of refunds that staff had cancelled. The
 * fact does not return these lines, but no later refund of them pays the same money again. The
 * operator may also have meant lines that were not delivered then.
 */
function bookCancelled(book: RefundBook, fact: RecordedFact): number {
  const { requests, records, used, sums } = book
  const free = records.lines.filter(({ position }) => !used.has(position))
  const waiting = free.filter(({ deliveredAt }) => (deliveredAt ?? endOfBook) > fact.receivedAt)
  const cancelled = requests.filter(
    ({ parts, cancelledAt }) =>
      (cancelledAt ?? endOfBook) <= fact.receivedAt &&
      parts.some((part) => isRefused(part) && isOfPayment(part, fact)),
  )
  let rest = fact.minor
  for (const { key, positions } of cancelled) {
    const lines = free.filter(({ position }) => positions.includes(position))
    const unpaid = minorOf(lines) - paidBefore(book, lines.map(toPriced))
    const minor = Math.min(rest, unpaid)
    const payable = new Set([...lines, ...waiting].map(({ position }) => position))
    if (minor > 0) addSum(sums, { key, positions: [...payable], minor })
    rest -= minor
  }
  return fact.minor - rest
}

/**
 * Returns whether the fact can pay the claim. It can if staff returned the money outside of the
 * providers, or the provider refused a refund from its payment, for this claim or earlier for its
 * lines. It also can if the payments of the claim no longer contain the missing amount.
 */
function canPay(
  { requests, records }: RefundBook,
  fact: RecordedFact,
  { requestedAt, refunds, positions, missing }: RefundClaim,
): boolean {
  if (fact.provider === manualProvider) return true
  const earlier = requests
    .filter(
      (each) =>
        each.requestedAt < requestedAt &&
        each.positions.some((position) => positions.includes(position)),
    )
    .flatMap(({ parts }) => parts.filter(isRefused))
  if ([...refunds, ...earlier].some((refund) => isOfPayment(refund, fact))) return true
  const own = heldPayments(records, fact.receivedAt).filter((payment) =>
    refunds.some((refund) => isOfPayment(refund, payment)),
  )
  return minorOf(own) < missing
}

/**
 * Returns the minor units of the fact that the claim takes. The part from the payment of the fact
 * is first.
 */
function bookByHand(
  { madeByHand, sums }: RefundBook,
  { key, refunds, positions, missing }: RefundClaim,
  fact: RecordedFact,
): number {
  const taken = Math.min(missing, fact.minor)
  let rest = taken
  const own = refunds.filter((refund) => isOfPayment(refund, fact))
  for (const { id, minor } of [...own, ...refunds]) {
    const made = madeByHand.get(id) ?? 0
    const part = Math.min(rest, minor - made)
    madeByHand.set(id, made + part)
    rest -= part
  }
  if (positions.length > 0 && taken > 0) addSum(sums, { key, positions, minor: taken })
  return taken
}

/** The operator can return the money for some lines in many parts, which are one sum. */
function addSum(sums: RefundBook['sums'], added: RefundBook['sums'][number]): void {
  const index = sums.findIndex(
    ({ key, positions }) => key === added.key && positions.join() === added.positions.join(),
  )
  const known = sums[index]
  if (known) sums[index] = { ...known, minor: known.minor + added.minor }
  else sums.push(added)
}

/** Returns the claims of refused refunds at a time, in the order of their requests. */
export function claimsAt(book: RefundBook, at: string): RefundClaim[] {
  const asked = book.requests.filter(({ requestedAt }) => requestedAt <= at)
  const amounts = asked.filter(({ positions }) => positions.length === 0)
  const ofAmounts = amounts.flatMap((request) => claimAmount(book, request, amounts, at))
  return [...ofAmounts, ...claimLines(book, asked, at)].toSorted((one, other) =>
    compareText(one.requestedAt, other.requestedAt),
  )
}

/** Returns the parts that were refused and not made, unless staff have cancelled the refund. */
function claimedParts(
  { parts, cancelledAt }: Pick<RequestedRefund, 'parts' | 'cancelledAt'>,
  at: string,
) {
  const isBefore = (time: string | null) => time !== null && time < at
  if (isBefore(cancelledAt)) return []
  return parts.filter((part) => isRefusedByProvider(part) && !isBefore(part.acceptedAt))
}

/** Each refused part of an amount is a claim, unless staff have requested the amount again. */
function claimAmount(
  { madeByHand }: RefundBook,
  request: RequestedRefund,
  amounts: readonly RequestedRefund[],
  at: string,
): RefundClaim[] {
  const all = amounts.flatMap(({ parts }) => parts)
  return claimedParts(request, at)
    .filter((refund) => !all.some((each) => isRepeatOf(each, refund)))
    .map((refund) => {
      const missing = refund.minor - (madeByHand.get(refund.id) ?? 0)
      return { ...request, refunds: [refund], isPending: false, missing }
    })
}

/**
 * Returns the ids of refused refunds of amounts whose refused parts staff have all requested again.
 * A part with an unknown outcome can still be refused.
 */
export function repeatedAmounts({ requests, records }: RefundBook): string[] {
  return requests
    .filter(({ positions, cancelledAt }) => positions.length === 0 && cancelledAt === null)
    .filter(({ parts }) => !parts.some(isOpen))
    .map(({ parts }) => parts.filter((part) => isRefused(part) && part.acceptedAt === null))
    .filter((refused) =>
      refused.every((part) => records.refunds.some((each) => isRepeatOf(each, part))),
    )
    .flatMap((refused) => refused.map(({ id }) => id))
}

/** Returns whether staff requested a refused refund of an amount again. */
export function isRepeatOf(refund: RecordedRefund, refused: RecordedRefund): boolean {
  return (
    isOfPayment(refund, refused) &&
    refund.positions.length === 0 &&
    !refund.isDifference &&
    refund.minor === refused.minor &&
    refund.requestedAt > (refused.refusedAt ?? endOfBook)
  )
}

/**
 * The last refused refund of a line claims the line, unless staff cancelled this refund. Later
 * refunds come first, because the payments of earlier ones were subtracted from them. No claim
 * lacks more than the shop holds.
 */
function claimLines(
  book: RefundBook,
  asked: readonly RequestedRefund[],
  at: string,
): RefundClaim[] {
  const claims: RefundClaim[] = []
  const refused = asked.filter(({ parts }) => parts.some(isRefusedByProvider))
  let free = book.records.lines.filter(({ position }) => !book.used.has(position))
  const used = new Map(book.used)
  let held = minorOf(heldPayments(book.records, at))
  const hasOpen = book.records.refunds.some(isOpen)
  for (const request of refused.toReversed()) {
    const lines = free.filter(({ position }) => request.positions.includes(position))
    free = free.filter((line) => !lines.includes(line))
    const claim = claimOf({ ...book, used }, request, lines, at)
    if (!claim) continue
    const missing = Math.max(0, Math.min(claim.missing, held))
    held -= missing
    // An open refund that takes the money can still be refused.
    const isPending = claim.isPending || (missing < claim.missing && hasOpen)
    claims.push({ ...claim, missing, isPending })
    for (const { position, minor } of lines)
      if (claim.positions.includes(position)) used.set(position, minor)
  }
  return claims
}

/** Returns null if the lines need no money, or the refund was made or cancelled. */
function claimOf(
  book: RefundBook,
  request: RequestedRefund,
  lines: readonly RecordedLine[],
  at: string,
): RefundClaim | null {
  const { key, isAutomatic, parts } = request
  const refunds = claimedParts(request, at)
  // Lines that were delivered after an automatic refund was refused need no money.
  const needed = lines.filter(({ deliveredAt }) => !isAutomatic || (deliveredAt ?? at) >= at)
  if (refunds.length === 0 || needed.length === 0) return null
  const demands = [...needed, { position: surplusPosition, minor: book.surplus.get(key) ?? 0 }]
  const sums = book.sums.map((sum) =>
    sum.key === key ? { ...sum, positions: [...sum.positions, surplusPosition] } : sum,
  )
  const unpaid = minorOf(demands) - paidBefore({ ...book, sums }, demands.map(toPriced))
  const made = refunds.reduce((sum, { id }) => sum + (book.madeByHand.get(id) ?? 0), 0)
  return {
    ...request,
    positions: needed.map(({ position }) => position),
    refunds,
    isPending: parts.some(isOpen),
    missing: Math.min(unpaid, minorOf(refunds) - made),
  }
}

const isOpen = ({ acceptedAt, refusedAt }: RecordedRefund) =>
  acceptedAt === null && refusedAt === null
