import type { Carrier } from '../../src/messages/carrier.ts'

/** `lost-after`: the carrier accepts the message, but its response is lost. */
export type CarrierFault =
  | 'reset'
  | 'server-error'
  | 'rate-limit'
  | 'redirect'
  | 'malformed'
  | 'lost-after'

export type AcceptedMessage = {
  readonly to: string
  readonly text: string
  /** Content ids of pictures, or an empty list for SMS. */
  readonly contentIDs: readonly string[]
}

/** A carrier with its local server, for the suite that it must pass. */
export type CarrierRig<Message> = {
  readonly carrier: Carrier<Message>
  readonly message: Message
  readonly accepted: readonly AcceptedMessage[]
  readonly failNext: (fault: CarrierFault) => void
  /**
   * Makes the server refuse the recipient from now on. Null if the API cannot refuse a recipient.
   */
  readonly refuseRecipient: (() => void) | null
  /** Whether a response that is not JSON is a failure. The webhook carrier accepts any 2xx. */
  readonly hasAnswers: boolean
  /** Whether the carrier treats a repeated id as the same message. */
  readonly isIdempotent: boolean
}
