import { expect } from 'vitest'
import { PaymentProviderError } from '../../../src/payments/payment-provider.ts'
import type {
  ChargePage,
  ListedCharge,
  PaymentFact,
  PaymentOrder,
  StartedPayment,
} from '../../../src/payments/payment-provider.ts'
import { secretID } from '../../../src/kit/tokens.shared.ts'
import type { ProviderRig } from '../provider-rig.ts'

export type CurrentRig = () => ProviderRig

const hour = 3_600_000

/** Returns an order of two lines for 21.50 that expires in two hours. */
export function orderOf(
  { currency, clock }: ProviderRig,
  change: Partial<PaymentOrder> = {},
): PaymentOrder {
  return {
    invoiceID: secretID(),
    attemptID: secretID(),
    startedAt: clock.now,
    amount: { minor: 2150, currency },
    lines: [
      { title: 'Türkiye, 10 GB, 30 days', amount: { minor: 1250, currency } },
      { title: 'Кипр, 5 ГБ, 15 дней', amount: { minor: 900, currency } },
    ],
    email: 'anna@example.com',
    locale: 'en',
    successURL: 'https://shop.example/payment/success?invoiceID=1',
    failureURL: 'https://shop.example/payment/failed?invoiceID=1',
    expiresAt: new Date(clock.now.getTime() + 2 * hour),
    ...change,
  }
}

export async function startPaid(
  rig: ProviderRig,
): Promise<StartedPayment & { readonly order: PaymentOrder }> {
  const order = orderOf(rig)
  const started = await rig.provider.start(order)
  await rig.customer.pay(started.reference)
  return { ...started, order }
}

/** Receives webhooks one after another, and returns their facts as the ledger stores them. */
export async function receiveAll(
  { provider }: ProviderRig,
  requests: readonly Request[],
): Promise<PaymentFact[]> {
  const facts: PaymentFact[] = []
  for (const request of requests) {
    const report = await provider.receive(request)
    expect(report.response.status).toBeLessThan(300)
    facts.push(...report.facts)
  }
  return distinctFacts(facts)
}

/** Reads all pages of the charges since a time. */
export async function chargesSince(
  { provider }: ProviderRig,
  since: Date,
): Promise<readonly ListedCharge[]> {
  const charges: ListedCharge[] = []
  let cursor: string | null = null
  do {
    const page: ChargePage | undefined = await provider.listCharges?.(since, cursor)
    charges.push(...(page?.charges ?? []))
    cursor = page?.next ?? null
  } while (cursor !== null)
  return charges
}

/** Returns the provider's facts about a payment, by lookup or from its webhooks. */
export async function factsOf(rig: ProviderRig, reference: string): Promise<PaymentFact[]> {
  const received = await receiveAll(rig, await rig.webhooks())
  return rig.provider.canLookUp ? distinctFacts(await rig.provider.lookUp(reference)) : received
}

export async function kindsOf(rig: ProviderRig, reference: string): Promise<string[]> {
  return (await factsOf(rig, reference)).map(({ kind }) => kind).toSorted()
}

/**
 * Returns `done`, `refused`, `unknown`, or the message of an error that the interface does not
 * allow.
 */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'done',
    (error: unknown) => (error instanceof PaymentProviderError ? error.outcome : String(error)),
  )
}

export function advanceHours({ clock }: ProviderRig, hours: number): void {
  clock.now = new Date(clock.now.getTime() + hours * hour)
}

/** The ledger stores one fact per kind and id. */
function distinctFacts(facts: readonly PaymentFact[]): PaymentFact[] {
  return [...new Map(facts.map((fact) => [`${fact.kind} ${fact.id}`, fact])).values()]
}
