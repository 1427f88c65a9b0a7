import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { runScheduledJobs } from '../../src/jobs.ts'
import type { Session } from '../../src/api/common.ts'
import type { PasskeyOptions, PasskeyPurpose } from '../../src/kit/passkey.shared.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import {
  advanceClock,
  api,
  clearShop,
  clock,
  phone,
  rows,
  settings,
  shopBindings,
  signInPartner,
  words,
  run,
} from '../support/small-shop.ts'
import { createSoftPasskey } from '../support/soft-passkey.ts'
import { sql } from '../../src/kit/sql.ts'

const hours = 3600
const log = vi.spyOn(console, 'warn').mockReturnValue()
vi.spyOn(console, 'info').mockReturnValue()

let session: Session
let passkey: Awaited<ReturnType<typeof createSoftPasskey>>
beforeEach(async () => {
  await clearShop()
  session = await signInPartner()
  passkey = await createSoftPasskey()
  log.mockClear()
})

async function challengeFor(purpose: PasskeyPurpose, by = session) {
  const answer = await api().referrerPasskeyChallenge({ purpose }, { session: by })
  if (!answer.ok) throw new Error(`no challenge: ${answer.error.status}`)
  const options: PasskeyOptions = answer.value.data
  return { ...options, origin: env.SITE_ORIGIN }
}

const add = async (soft = passkey, by = session) => {
  const created = await soft.create(await challengeFor('add', by))
  return api().referrerPasskeyAdd({ name: 'My phone', passkey: created }, { session: by })
}

async function settingsOf(by = session) {
  const answer = await api().referrerPasskeys({}, { session: by })
  if (!answer.ok) throw new Error(`no settings: ${answer.error.status}`)
  return answer.value.data
}

async function earn(minor = 5000): Promise<void> {
  await run(sql`INSERT INTO partner_transactions (id, partner_id, type, amount_minor, created_at)
    SELECT ${secretID()}, id, 'reward', ${minor}, '2026-10-05T00:00:00.000Z' FROM partners
    WHERE phone = ${phone}`)
}

const sign = async (purpose: PasskeyPurpose, by = passkey, behaviour: Behaviour = {}) =>
  by.sign(await challengeFor(purpose), behaviour)
const openSettings = async (proof: Proof) =>
  api().referrerPasskeySettings({ passkey: proof }, { session })
const remove = async (id: string) => api().referrerPasskeyRemove({ id }, { session })
const idOfFirst = async (by = session) => (await settingsOf(by)).passkeys[0]?.id ?? ''

type Behaviour = Parameters<typeof passkey.create>[1]
type Attempt = { readonly site?: object; readonly behaviour?: Behaviour }
type Proof = Awaited<ReturnType<typeof passkey.sign>>
const withdraw = (proof?: Proof, by = session) =>
  api().referrerWithdrawal(
    {
      payoutDetails: 'DE00 1234 5678',
      idempotencyKey: secretID(),
      ...(proof && { passkey: proof }),
    },
    { session: by },
  )
const accepted = { ok: true }
const refused = { ok: false, error: { status: 422, code: 'passkey-refused' } }
const needed = { ok: false, error: { status: 403, code: 'passkey-needed' } }
const withdrawalMail = async () =>
  (
    await rows<{ body: string }>(
      `SELECT body FROM outbox WHERE purpose = 'withdrawal' ORDER BY created_at DESC LIMIT 1`,
    )
  )[0]?.body ?? ''

describe('a withdrawal', () => {
  it('requires no passkey while the partner has none', async () => {
    await earn()
    expect(await withdraw()).toMatchObject(accepted)
  })

  it('requires a passkey when the partner has one, and the operator’s email confirms it', async () => {
    expect(await add()).toMatchObject(accepted)
    await earn()
    expect(await withdraw()).toMatchObject(needed)
    expect(await rows(`SELECT 1 FROM outbox WHERE purpose = 'withdrawal'`)).toEqual([])
    expect(await withdraw(await sign('withdrawal'))).toMatchObject(accepted)
    expect(await withdrawalMail()).toContain(words('mail.passkeyConfirmed'))
  })

  it('requires a passkey only when there is something to withdraw', async () => {
    await add()
    expect(await withdraw()).toMatchObject({ error: { code: 'balance-too-small' } })
  })

  it('is refused with another passkey', async () => {
    await add()
    await earn()
    const stranger = await createSoftPasskey()
    expect(await withdraw(await sign('withdrawal', stranger))).toMatchObject(refused)
    const forged = await sign('withdrawal', stranger)
    expect(await withdraw({ ...forged, id: passkey.id })).toMatchObject(refused)
    const reasons = log.mock.calls.map(([line]) => JSON.parse(String(line)))
    expect(reasons).toEqual([
      { log: 'security', event: 'passkey-refused', reason: 'unknown passkey' },
      { log: 'security', event: 'passkey-refused', reason: 'wrong signature' },
    ])
  })

  it('is refused with a passkey of another partner', async () => {
    const other = await signInPartner('+79123456000')
    const theirs = await createSoftPasskey()
    await add(theirs, other)
    await add()
    await earn()
    expect(await withdraw(await sign('withdrawal', theirs))).toMatchObject(refused)
  })
})

describe('a challenge', () => {
  beforeEach(async () => {
    await add()
    await earn()
  })

  it('is used once', async () => {
    const challenge = await challengeFor('withdrawal')
    expect(await withdraw(await passkey.sign(challenge))).toMatchObject(accepted)
    await earn()
    expect(await withdraw(await passkey.sign(challenge))).toMatchObject(refused)
  })

  it('is also used up by a wrong signature', async () => {
    const challenge = await challengeFor('withdrawal')
    const right = await passkey.sign(challenge)
    const { signature } = await (await createSoftPasskey()).sign(challenge)
    const wrong = { ...right, signature }
    expect(await withdraw(wrong)).toMatchObject(refused)
    expect(await withdraw(right)).toMatchObject(refused)
  })

  it('is accepted from one of several parallel requests', async () => {
    const proof = await sign('withdrawal')
    const answers = await Promise.all([1, 2, 3, 4].map(() => withdraw(proof)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('is accepted only in its session', async () => {
    advanceClock(60)
    const second = await signInPartner()
    const proof = await passkey.sign(await challengeFor('withdrawal', second))
    expect(await withdraw(proof)).toMatchObject(refused)
  })

  it('is accepted only for its purpose', async () => {
    expect(await withdraw(await sign('settings'))).toMatchObject(refused)
  })

  it('expires after five minutes, and is replaced by the next challenge', async () => {
    const late = await sign('withdrawal')
    advanceClock(300)
    expect(await withdraw(late)).toMatchObject(refused)
    const replaced = await sign('withdrawal')
    await challengeFor('withdrawal')
    expect(await withdraw(replaced)).toMatchObject(refused)
  })

  it('is stored as a hash, and deleted when it has expired', async () => {
    const { challenge } = await challengeFor('withdrawal')
    const stored = await rows(`SELECT * FROM challenges WHERE key GLOB 'withdrawal *'`)
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toContain(challenge)
    advanceClock(301 + 3600)
    await runScheduledJobs(shopBindings(), clock.now)
    expect(await rows('SELECT 1 FROM challenges')).toEqual([])
  })
})

describe('a signature', () => {
  beforeEach(async () => {
    await add()
    await earn()
  })

  it.each([
    ['for another site', { origin: 'https://evil.example' }, {}],
    ['for another domain', { rpID: 'evil.example' }, {}],
    ['of another kind', {}, { type: 'webauthn.create' }],
    ['without fingerprint or PIN', {}, { isUserVerified: false }],
    ['in a frame of another site', {}, { isFramed: true }],
  ])('%s is refused', async (_, site, behaviour) => {
    const options = { ...(await challengeFor('withdrawal')), ...site }
    expect(await withdraw(await passkey.sign(options, behaviour))).toMatchObject(refused)
  })

  it('is refused with a used counter, because the passkey may be a copy', async () => {
    const first = await sign('withdrawal', passkey, { counter: 7 })
    expect(await withdraw(first)).toMatchObject(accepted)
    await earn()
    const copy = await sign('withdrawal', passkey, { counter: 7 })
    expect(await withdraw(copy)).toMatchObject(refused)
    const next = await sign('withdrawal', passkey, { counter: 8 })
    expect(await withdraw(next)).toMatchObject(accepted)
  })

  it('is accepted repeatedly with the counter 0 of a synced passkey', async () => {
    for (const _ of [1, 2]) {
      await earn()
      const proof = await sign('withdrawal', passkey, { counter: 0 })
      expect(await withdraw(proof)).toMatchObject(accepted)
    }
  })
})

describe('passkeys', () => {
  it('are added after a recent sign-in, with an SMS to the partner', async () => {
    advanceClock(599)
    expect(await settingsOf()).toMatchObject({ passkeys: [], isOpen: true, isRecent: true })
    expect(await add()).toMatchObject(accepted)
    expect(await settingsOf()).toMatchObject({
      passkeys: [{ name: 'My phone', addedAt: clock.now.toISOString(), usedAt: null }],
      isOpen: true,
      recoveryEndsAt: null,
    })
    const [sms] = await rows<{ recipient: string; body: string }>(
      `SELECT recipient, body FROM outbox WHERE purpose = 'passkey'`,
    )
    expect(sms?.recipient).toBe(phone)
    expect(sms?.body).toContain('a passkey was added')
  })

  it('are not added when the sign-in was longer ago', async () => {
    advanceClock(600)
    expect(await settingsOf()).toMatchObject({ isOpen: false, isRecent: false })
    expect(await add()).toMatchObject({ error: { status: 403, code: 'confirmation-needed' } })
  })

  it('are added once, and for one partner only', async () => {
    await add()
    expect(await add()).toMatchObject(refused)
    expect(await add(passkey, await signInPartner('+79123456000'))).toMatchObject(refused)
    expect(await rows(`SELECT 1 FROM outbox WHERE purpose = 'passkey'`)).toHaveLength(1)
  })

  it('are refused from another site and without fingerprint or PIN', async () => {
    const attempts: readonly Attempt[] = [
      { site: { origin: 'https://evil.example' } },
      { site: { rpID: 'evil.example' } },
      { site: { challenge: secretID() } },
      { behaviour: { isUserVerified: false } },
      { behaviour: { type: 'webauthn.get' } },
      { behaviour: { isFramed: true } },
    ]
    for (const { site, behaviour } of attempts) {
      const created = await passkey.create({ ...(await challengeFor('add')), ...site }, behaviour)
      expect(
        await api().referrerPasskeyAdd({ name: 'x', passkey: created }, { session }),
      ).toMatchObject(refused)
    }
    expect((await settingsOf()).passkeys).toEqual([])
  })

  it('are added without following the certificates of their makers', async () => {
    await add()
    const { SettingsService } = await import('@simplewebauthn/server')
    for (const identifier of ['android-key', 'android-safetynet', 'apple'] as const)
      expect(SettingsService.getRootCertificates({ identifier })).toEqual([])
  })

  it('are changed later only with a passkey, even after a recent sign-in', async () => {
    await add()
    advanceClock(60)
    session = await signInPartner()
    const id = await idOfFirst()
    expect(await settingsOf()).toMatchObject({ isOpen: false, isRecent: true })
    expect(await add(await createSoftPasskey())).toMatchObject(needed)
    expect(await remove(id)).toMatchObject(needed)
    expect(await openSettings(await sign('settings'))).toMatchObject(accepted)
    const second = await createSoftPasskey()
    expect(await add(second)).toMatchObject(accepted)
    expect(await remove(id)).toMatchObject(accepted)
    expect(await rows(`SELECT 1 FROM outbox WHERE purpose = 'passkey'`)).toHaveLength(3)
    expect((await challengeFor('withdrawal')).passkeys.map((each) => each.id)).toEqual([second.id])
    advanceClock(600)
    expect(await settingsOf()).toMatchObject({ isOpen: false })
  })

  it('cannot be removed by another partner', async () => {
    const other = await signInPartner('+79123456000')
    await add(await createSoftPasskey(), other)
    const id = await idOfFirst(other)
    await add()
    expect(await remove(id)).toMatchObject({ error: { status: 404 } })
    expect((await settingsOf(other)).passkeys).toHaveLength(1)
  })

  it('change at most ten times a day, each time with an SMS', async () => {
    const change = async () => {
      await add()
      const id = await idOfFirst()
      return remove(id)
    }
    for (const _ of [1, 2, 3, 4, 5]) expect(await change()).toMatchObject(accepted)
    const limited = { error: { status: 429, code: 'too-many-requests' } }
    expect(await add()).toMatchObject(limited)
    advanceClock(2 * hours)
    await runScheduledJobs(shopBindings(), clock.now)
    session = await signInPartner()
    expect(await add()).toMatchObject(limited)
    expect(await rows(`SELECT 1 FROM outbox WHERE purpose = 'passkey'`)).toHaveLength(10)
    advanceClock(12 * hours)
    session = await signInPartner()
    expect(await add()).toMatchObject(accepted)
    const id = await idOfFirst()
    for (let count = 0; count < 9; count += 1) await add(await createSoftPasskey())
    expect(await api().referrerPasskeyRecovery({}, { session })).toMatchObject(limited)
    expect(await remove(id)).toMatchObject(limited)
  })

  it('do not change after the hourly limit of SMS to known browsers', async () => {
    settings['SMS_CODES_PER_HOUR'] = '1'
    expect(await add()).toMatchObject(accepted)
    expect(await add(await createSoftPasskey())).toMatchObject({ error: { status: 429 } })
  })

  it('are limited to ten', async () => {
    for (let number = 0; number < 10; number += 1)
      expect(await add(await createSoftPasskey())).toMatchObject(accepted)
    expect(await add(await createSoftPasskey())).toMatchObject({
      error: { status: 422, fields: { name: [words('api.tooManyPasskeys', { count: 10 })] } },
    })
  })
})

describe('lost passkeys', () => {
  const report = () => api().referrerPasskeyRecovery({}, { session })
  const office = {
    ACCESS_TEAM_DOMAIN: 'https://shop.cloudflareaccess.com',
    ACCESS_AUD: 'a'.repeat(64),
    ADMIN_OWNERS: 'olga@shop.example',
  }

  beforeEach(async () => {
    await add()
    await earn()
    advanceClock(60)
    session = await signInPartner()
  })

  it('end after 72 hours, and the report and the withdrawal each email the operator', async () => {
    expect(await report()).toMatchObject(accepted)
    const { recoveryEndsAt } = await settingsOf()
    expect(recoveryEndsAt).toBe(new Date(clock.now.getTime() + 72 * hours * 1000).toISOString())
    const messages = await rows<{ kind: string; recipient: string }>(
      `SELECT kind, recipient FROM outbox WHERE purpose = 'passkey' AND created_at =
        '${clock.now.toISOString()}' ORDER BY kind`,
    )
    expect(messages).toEqual([
      { kind: 'mail', recipient: env.PARTNERS_EMAIL },
      { kind: 'sms', recipient: phone },
    ])
    advanceClock(72 * hours - 1)
    expect(await withdraw()).toMatchObject(needed)
    advanceClock(1)
    expect((await settingsOf()).passkeys).toEqual([])
    expect(await withdraw()).toMatchObject(accepted)
    expect(await withdrawalMail()).toContain(words('mail.passkeysEnded'))
  })

  it.each([
    ['links', office],
    ['does not link', {}],
  ])('%s the email to the partner’s page with the settings %j', async (_, change) => {
    Object.assign(settings, change)
    await report()
    const [mail] = await rows<{ body: string }>(
      `SELECT body FROM outbox WHERE purpose = 'passkey' AND kind = 'mail'`,
    )
    const [partner] = await rows<{ id: string }>('SELECT id FROM partners')
    const link = `${env.SITE_ORIGIN}/admin/partner?id=${partner?.id}`
    expect(mail?.body.includes(link)).toBe(change === office)
    expect(mail?.body.includes('/admin')).toBe(change === office)
  })

  it('are mentioned in the email about a withdrawal that a newer passkey confirms', async () => {
    await report()
    advanceClock(72 * hours)
    session = await signInPartner()
    const next = await createSoftPasskey()
    await add(next)
    // The new passkey ends a second report, which must not hide the first one.
    expect(await report()).toMatchObject(accepted)
    const opened = await sign('settings', next)
    await api().referrerPasskeySettings({ passkey: opened }, { session })
    expect(await settingsOf()).toMatchObject({ recoveryEndsAt: null })
    for (const _ of [1, 2]) {
      const proof = await sign('withdrawal', next)
      expect(await withdraw(proof)).toMatchObject(accepted)
      expect(await withdrawalMail()).toContain(words('mail.passkeysEnded'))
      expect(await withdrawalMail()).toContain(words('mail.passkeyConfirmed'))
      advanceClock(60)
      await earn()
    }
  })

  it('are reported once, and a second report does not postpone their end', async () => {
    await report()
    const { recoveryEndsAt } = await settingsOf()
    advanceClock(60)
    expect(await report()).toMatchObject(accepted)
    expect((await settingsOf()).recoveryEndsAt).toBe(recoveryEndsAt)
  })

  it('remain when one of them is used', async () => {
    await report()
    advanceClock(71 * hours)
    expect(await openSettings(await sign('settings'))).toMatchObject(accepted)
    advanceClock(48 * hours)
    expect(await settingsOf()).toMatchObject({ recoveryEndsAt: null })
    expect(await withdraw()).toMatchObject(needed)
  })

  it('end even if somebody else signs a challenge', async () => {
    await report()
    const stranger = await createSoftPasskey()
    const proof = await sign('settings', stranger)
    const forged = { ...proof, id: passkey.id }
    expect(await openSettings(forged)).toMatchObject(refused)
    expect((await settingsOf()).recoveryEndsAt).not.toBeNull()
  })

  it('cannot be reported in an older session', async () => {
    advanceClock(600)
    expect(await report()).toMatchObject({ error: { status: 403, code: 'confirmation-needed' } })
  })

  it('are deleted, and a new passkey is required', async () => {
    await report()
    advanceClock(72 * hours)
    session = await signInPartner()
    const next = await createSoftPasskey()
    expect(await add(next)).toMatchObject(accepted)
    // Using the new passkey must not restore the old one.
    const proof = await sign('settings', next)
    await api().referrerPasskeySettings({ passkey: proof }, { session })
    expect((await challengeFor('withdrawal')).passkeys.map(({ id }) => id)).toEqual([next.id])
    expect(await rows('SELECT 1 FROM passkeys')).toHaveLength(1)
    expect(await withdraw()).toMatchObject(needed)
  })

  it('are deleted by the scheduled job, which deletes the report 30 days later', async () => {
    const reports = async () => rows('SELECT 1 FROM partners WHERE passkeys_end_at IS NOT NULL')
    await report()
    advanceClock(72 * hours)
    await runScheduledJobs(shopBindings(), clock.now)
    expect(await rows('SELECT 1 FROM passkeys')).toEqual([])
    advanceClock(30 * 24 * hours)
    expect(await reports()).toHaveLength(1)
    advanceClock(1)
    await runScheduledJobs(shopBindings(), clock.now)
    expect(await reports()).toEqual([])
  })
})
