import { z } from 'zod'
import { browserName } from '../../kit/visitor.ts'
import { messagesFor, type FormErrors } from '../../ui/form-errors.shared.ts'
import { maxPasskeyName } from '../../kit/limits.shared.ts'
import { passkeyPurposes, type PasskeyReply } from '../../kit/passkey.shared.ts'
import { ok, type Err } from '../../kit/result.shared.ts'
import { newPasskey, passkeyProof, type PasskeyProof } from '../operations.ts'
import { apiError, type ApiResult } from '../../site/api/api-result.ts'
import { logOut, sessionOf } from '../../site/cookies.ts'
import { redirectToPartnerSignIn } from '../../site/access.ts'
import { formAction, jsonField, validForm } from '../../site/form-input.ts'
import type { PostedFields, FormHandlers } from '../../site/form-input.ts'
import { userAgentOf, type AppContext } from '../../site/app-env.ts'
import { messageKey } from '../../words/texts.shared.ts'

/** Changes that the page confirms after a redirect to itself. */
export const passkeyChanges = ['added', 'removed', 'opened', 'reported'] as const
export type PasskeyChange = (typeof passkeyChanges)[number]

/**
 * Confirms a change, or shows the page with its errors.
 * @param name the typed name of a new passkey
 */
type Finish = (c: AppContext, changed: ApiResult<PasskeyChange>, name?: string) => Promise<Response>

/** Returns the handlers of a form in the passkey section, or null for another form. */
export function passkeyForm({ text }: PostedFields, finish: Finish): FormHandlers | null {
  switch (text('action')) {
    case 'passkey-challenge':
      return challengeForm
    case 'passkey-add':
      return addForm(finish)
    case 'passkey-settings':
      return settingsForm(finish)
    case 'passkey-remove':
      return formAction(async (c) => finish(c, await remove(c, text('id'))))
    case 'passkeys-lost':
      return formAction(async (c) => finish(c, await reportLost(c)))
    case 'sign-in-again':
      return formAction(signInAgain)
    default:
      return null
  }
}

/** Answers the script that requests a challenge. */
const challengeForm = validForm({
  read: ({ text }) => ({ purpose: text('purpose') }),
  rules: z.object({ purpose: z.enum(passkeyPurposes) }),
  async receive(c, { valid }) {
    const answer = await c.var.api.referrerPasskeyChallenge(valid, sessionIn(c))
    return sendOptions(c, answer.ok ? answer.value.data : null)
  },
  refuse: (c) => sendOptions(c, null),
})

function sendOptions(c: AppContext, options: PasskeyReply['options']): Response {
  return c.json({ options } satisfies PasskeyReply)
}

const nameMissing = messageKey('passkeys.nameMissing')
const addRules = z.object({
  name: z.string().min(1, nameMissing).max(maxPasskeyName, nameMissing),
  passkey: jsonField(newPasskey),
})

function addForm(finish: Finish): FormHandlers {
  return validForm({
    read: ({ text }) => ({ name: text('name'), passkey: text('passkey') }),
    rules: addRules,
    async receive(c, { values, valid }) {
      const added = await c.var.api.referrerPasskeyAdd(valid, sessionIn(c))
      return finish(c, resultOf('added', added), values.name)
    },
    async refuse(c, { values: { name }, errors }) {
      const messages = messagesFor(errors, 'name')
      const refused =
        messages.length > 0 ? apiError(422, { fields: { name: messages } }) : notUsed(c)
      return finish(c, refused, name)
    },
  })
}

function settingsForm(finish: Finish): FormHandlers {
  return validForm({
    read: ({ text }) => ({ passkey: text('passkey') }),
    rules: z.object({ passkey: jsonField(passkeyProof) }),
    async receive(c, { valid }) {
      const opened = await c.var.api.referrerPasskeySettings(valid, sessionIn(c))
      return finish(c, resultOf('opened', opened))
    },
    refuse: async (c) => finish(c, notUsed(c)),
  })
}

async function remove(c: AppContext, id: string) {
  return resultOf('removed', await c.var.api.referrerPasskeyRemove({ id }, sessionIn(c)))
}

async function reportLost(c: AppContext) {
  return resultOf('reported', await c.var.api.referrerPasskeyRecovery({}, sessionIn(c)))
}

/** Ends the session, so that the partner can sign in with a new code and return. */
async function signInAgain(c: AppContext): Promise<Response> {
  await logOut(c, 'referrer')
  return redirectToPartnerSignIn(c, false)
}

function sessionIn(c: AppContext) {
  return { session: sessionOf(c, 'referrer') }
}

function resultOf(change: PasskeyChange, answer: ApiResult<unknown>): ApiResult<PasskeyChange> {
  return answer.ok ? ok(change) : answer
}

/** Returns the passkey's proof in a form, or undefined if the browser sent none. */
export function readProof({ text }: PostedFields): PasskeyProof | undefined {
  return jsonField(passkeyProof).safeParse(text('passkey')).data
}

/** Returns the name that the form suggests for a passkey of this browser. */
export function suggestedName(c: AppContext): string {
  return browserName(userAgentOf(c) ?? '')
}

export function notUsed(c: AppContext): Err<FormErrors> {
  return apiError(422, { message: c.var.words('passkeys.notUsed') })
}
