import { z } from 'zod'
import { oneLine, maxLength } from '../kit/limits.shared.ts'
import { passkeyPurposes } from '../kit/passkey.shared.ts'
import { done, lang, secretIDSchema, time } from '../api/common.ts'
import { get, post } from '../api/endpoint.ts'

const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/)

/** At most 1,023 bytes (WebAuthn, section 4). */
const credentialID = base64url(1364).describe('Identifier of the passkey, base64url')
const transports = z
  .array(z.string().max(32).regex(oneLine))
  .max(8)
  .describe('Transports of the passkey, as `getTransports()` returns them')

export const newPasskey = z
  .object({
    id: credentialID,
    clientDataJSON: base64url(4096),
    attestationObject: base64url(32_768),
    transports: transports.default([]),
  })
  .meta({ id: 'NewPasskey', description: 'Answer of `navigator.credentials.create()`, base64url' })
export type NewPasskey = z.output<typeof newPasskey>

export const passkeyProof = z
  .object({
    id: credentialID,
    clientDataJSON: base64url(4096),
    authenticatorData: base64url(4096),
    signature: base64url(4096),
  })
  .meta({ id: 'PasskeyProof', description: 'Answer of `navigator.credentials.get()`, base64url' })
export type PasskeyProof = z.output<typeof passkeyProof>

export const passkey = z
  .object({
    id: secretIDSchema,
    name: z.string().describe('As the partner named it'),
    addedAt: time,
    usedAt: time.nullable().describe('Time of the last use, or null before the first use'),
  })
  .meta({ id: 'Passkey', description: 'A passkey that confirms withdrawals' })
export type Passkey = z.output<typeof passkey>

export const passkeySettings = z
  .object({
    passkeys: z.array(passkey),
    isOpen: z
      .boolean()
      .describe(
        'Whether passkeys can be added and removed now. This needs a confirmation by a passkey within ' +
          'the last ten minutes or, without passkeys, a sign-in',
      ),
    isRecent: z.boolean().describe('Whether the partner has signed in within the last ten minutes'),
    recoveryEndsAt: time
      .nullable()
      .describe('Time at which all passkeys end, because the partner reported them as lost'),
  })
  .meta({ id: 'PasskeySettings', description: 'Passkeys of a partner' })
export type PasskeySettings = z.output<typeof passkeySettings>

export const passkeyChallenge = z
  .object({
    challenge: z.string().describe('256 random bits, valid once, for five minutes'),
    rpID: z.string().describe('Domain of the shop'),
    rpName: z.string(),
    userID: z.string().describe('base64url'),
    userName: z.string(),
    passkeys: z.array(z.object({ id: credentialID, transports })),
  })
  .meta({ id: 'PasskeyChallenge', description: 'Options for the browser to use a passkey' })
export type PasskeyChallenge = z.output<typeof passkeyChallenge>

export const referrerPasskeys = get(
  '/referrer-passkeys',
  'List passkeys',
  z.object({}),
  z.object({ data: passkeySettings }),
  { session: 'referrer', isExtension: true },
)

export const referrerPasskeyChallenge = post(
  '/referrer-passkey-challenge',
  'Create a challenge for a passkey',
  z.object({ purpose: z.enum(passkeyPurposes) }),
  z.object({ data: passkeyChallenge }),
  { session: 'referrer', isExtension: true },
)

export const referrerPasskeySettings = post(
  '/referrer-passkey-settings',
  'Open the settings of passkeys',
  z.object({ lang, passkey: passkeyProof }),
  done,
  { session: 'referrer', isExtension: true },
)

export const referrerPasskeyAdd = post(
  '/referrer-passkey-add',
  'Add a passkey',
  z.object({
    lang,
    name: z.string().trim().min(1).max(maxLength.passkeyName).regex(oneLine),
    passkey: newPasskey,
  }),
  done,
  { session: 'referrer', isExtension: true },
)

export const referrerPasskeyRemove = post(
  '/referrer-passkey-remove',
  'Remove a passkey',
  z.object({ lang, id: secretIDSchema }),
  done,
  { session: 'referrer', isExtension: true },
)

export const referrerPasskeyRecovery = post(
  '/referrer-passkey-recovery',
  'Report passkeys as lost',
  z.object({ lang }),
  done,
  { session: 'referrer', isExtension: true },
)
