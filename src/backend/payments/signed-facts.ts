import { z } from 'zod'
import { invoiceID, money, time } from '../../contract/common.ts'
import { parseJson } from '../parse-json.ts'
import { malformedBody, unprovenSender } from '../webhook-problem.ts'
import { isSignedByAny, sign } from '../webhook-signature.ts'
import type { PaymentFact, PaymentReport } from './payment-provider.ts'
import { paymentReport } from './payment-report.ts'

const signatureHeader = 'X-Payment-Signature'

/** The JSON body of a signed request, in which the providers `generic` and `test` report a fact. */
const factBody = z.object({
  kind: z.enum(['charged', 'declined', 'refunded', 'disputed', 'dispute-won', 'dispute-lost']),
  id: z.string().min(1).max(128),
  reference: z.string().min(1).max(128),
  invoiceID: invoiceID.nullable().default(null),
  amount: money.extend({ minor: z.int().nonnegative() }),
  fee: money.extend({ minor: z.int().nonnegative() }).optional(),
  at: time.transform((value) => new Date(value)),
})

/** Reads a signed fact. Answers 401 to a wrong signature and 422 to a body that is not a fact. */
export async function readSignedFact(
  request: Request,
  secrets: readonly string[],
  now: Date,
): Promise<PaymentReport> {
  const body = await request.text()
  const signature = request.headers.get(signatureHeader) ?? undefined
  if (!(await isSignedByAny(secrets, body, signature, now)))
    return paymentReport(401, { problem: unprovenSender })
  const fact = factBody.safeParse(parseJson(body))
  if (!fact.success) return paymentReport(422, { problem: malformedBody(fact.error) })
  return paymentReport(200, { facts: [fact.data] })
}

/** Creates a signed request that reports a fact. */
export async function signedRequest(
  url: string,
  fact: PaymentFact,
  secret: string,
  now: Date,
): Promise<Request> {
  const body = JSON.stringify(fact)
  const headers = { [signatureHeader]: await sign(secret, body, now) }
  return new Request(url, { method: 'POST', body, headers })
}
