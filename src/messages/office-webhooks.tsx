import { z } from 'zod'
import { ActionNotice } from '../office/action-form.tsx'
import { ActionDetails, ActionForm, ActionPanel, defineAction } from '../office/actions.tsx'
import { BackLink } from '../office/document.tsx'
import { isTicked, type Input } from '../office/fields.tsx'
import { Ago, FactList, Panel, TablePanel } from '../office/lists.tsx'
import { nameIn, useOffice, type Office, type TitledAction } from '../office/office-context.tsx'
import { resource } from '../office/resource.tsx'
import { doneQuery, subjectQuery } from '../office/routing.ts'
import { versionOf, type StaffAction } from '../api/perform-action.ts'
import { formatTime } from '../words/formats.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import {
  addWebhook,
  eventTypes,
  findWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  resendEvent,
  rotateSecret,
  secretOf,
  switchWebhook,
  testWebhook,
} from './webhooks.ts'
import type { Delivery, Receiver } from './webhooks.ts'

const events = Object.fromEntries(
  eventTypes.map((type): readonly [string, Input<boolean>] => [
    type,
    {
      schema: isTicked,
      kind: 'check',
      isRequired: false,
      label: ({ words }) => `${nameIn(words, 'events', type)} (${type})`,
    },
  ]),
)

const add = defineAction({
  name: 'add-webhook',
  inputs: {
    url: { schema: z.string(), type: 'url', placeholder: 'https://', isRequired: true },
    ...events,
  },
  run: async (context, person, { idempotencyKey, version, url, ...ticked }) => {
    const chosen = eventTypes.filter((type) => (ticked as { [type: string]: unknown })[type])
    const input = { id: idempotencyKey, url, events: chosen }
    return addWebhook(context, person, { idempotencyKey, version, ...input })
  },
})

/** Shows the systems that get events, and the form for another one. */
export const webhooksScreen = resource({
  page: 'webhooks',
  section: 'settings',
  query: doneQuery,
  load: async ({ var: { context } }) => ({ webhooks: await listWebhooks(context) }),
  title: ({ words }) => words('webhooks.title'),
  View({ webhooks }) {
    const { words, may } = useOffice()
    return (
      <>
        <BackLink to="settings" />
        <h1>{words('webhooks.title')}</h1>
        <p className="soft">{words('webhooks.text')}</p>
        <ActionNotice />
        <TablePanel
          id="receivers"
          heading={words('webhooks.receivers')}
          empty={words('webhooks.none')}
          rows={webhooks}
          keyOf={({ id }) => id}
          columns={[
            [
              words('webhooks.address'),
              ({ id, url }) => <a href={officeHref('webhook', { id })}>{new URL(url).host}</a>,
            ],
            [words('webhooks.state'), (webhook) => <State {...webhook} />],
            [words('webhooks.events'), (webhook) => webhook.events.join(', ')],
          ]}
        />
        {may('add-webhook') && (
          <section className="panel">
            <ActionDetails action={add} subject={null} version={0} isOpen />
          </section>
        )}
      </>
    )
  },
  forms: {
    actions: [add],
    subject: async () => ({}),
    href: (_, done) => officeHref('webhooks', { done }),
  },
})

function State({ stoppedAt, stoppedBy }: Receiver) {
  const { words } = useOffice()
  const tone = stoppedBy === 'failures' ? 'bad' : 'warn'
  return (
    <span className={`badge ${stoppedAt === null ? 'good' : tone}`}>
      {words(`webhooks.states.${stoppedBy ?? 'on'}`)}
    </span>
  )
}

/** A form without fields, which does something with the webhook of the page. */
function actionOn<Name extends TitledAction>(
  name: Name,
  act: StaffAction<{ readonly id: string }>,
  isPossible?: (webhook: Receiver) => boolean,
) {
  return defineAction({
    name,
    ...(isPossible && { isPossible }),
    inputs: {},
    run: async (context, person, input, { id }: Receiver) => act(context, person, { ...input, id }),
  })
}

const onPage = [
  actionOn('test-webhook', testWebhook, ({ stoppedAt }) => stoppedAt === null),
  actionOn('switch-webhook', switchWebhook),
  actionOn('rotate-webhook', rotateSecret),
  actionOn('remove-webhook', removeWebhook),
]

const resend = defineAction({
  name: 'resend-event',
  inputs: { eventID: { schema: z.string(), kind: 'hidden' } },
  run: async (context, person, input, { id }: Receiver) =>
    resendEvent(context, person, { ...input, id }),
})

/** Shows the secret of a webhook, its last events, and the forms that change it. */
export const webhookScreen = resource({
  page: 'webhook',
  section: 'settings',
  query: subjectQuery,
  async load({ var: { context } }, { id }) {
    const { db, config, now } = context
    const webhook = await findWebhook(db, id)
    if (webhook === null) return null
    const [deliveries, secret, version] = await Promise.all([
      listDeliveries(db, id),
      secretOf(config, id, webhook.secretNumber),
      versionOf(db, { kind: 'webhook', id }),
    ])
    const { oldSecretUntil } = webhook
    const oldUntil = (oldSecretUntil ?? '') > now.toISOString() ? oldSecretUntil : null
    return { webhook, deliveries, secret, oldUntil, version: version ?? 0 }
  },
  title: (_, { webhook }) => new URL(webhook.url).host,
  View({ webhook, deliveries, secret, oldUntil, version }) {
    const { words, may } = useOffice()
    return (
      <>
        <BackLink to="settings" href={officeHref('webhooks')} page={words('webhooks.title')} />
        <h1>{new URL(webhook.url).host}</h1>
        <ActionNotice />
        <FactList
          isPanel
          facts={[
            [words('webhooks.state'), <State key="state" {...webhook} />],
            [words('webhooks.events'), webhook.events.join(', ')],
          ]}
        />
        {may('rotate-webhook') && (
          <Panel id="secret" heading={words('webhooks.secret')} text={words('webhooks.secretText')}>
            <p>
              <code>{secret}</code>
            </p>
            {oldUntil !== null && (
              <p>{words('webhooks.oldSecret', { time: formatTime(oldUntil) })}</p>
            )}
            <p>
              {words('webhooks.address')}: <code>{webhook.url}</code>
            </p>
          </Panel>
        )}
        <Deliveries {...{ webhook, deliveries, version }} />
        <ActionPanel actions={onPage} subject={webhook} version={version} />
      </>
    )
  },
  forms: {
    actions: [...onPage, resend],
    subject: async ({ var: { context } }, { id }) => findWebhook(context.db, id),
    href: ({ id }, done) =>
      done === 'remove-webhook'
        ? officeHref('webhooks', { done })
        : officeHref('webhook', { id, done }),
  },
})

type DeliveriesProps = {
  readonly webhook: Receiver
  readonly deliveries: readonly Delivery[]
  readonly version: number
}

function Deliveries({ webhook, deliveries, version }: DeliveriesProps) {
  const office = useOffice()
  const { words, may } = office
  return (
    <TablePanel
      id="deliveries"
      heading={words('webhooks.deliveries')}
      empty={words('webhooks.noDeliveries')}
      rows={deliveries}
      keyOf={({ id }) => id}
      columns={[
        [words('webhooks.type'), ({ type }) => nameIn(words, 'events', type)],
        [words('webhooks.time'), ({ createdAt }) => <Ago time={createdAt} />],
        [words('webhooks.outcome'), (delivery) => outcomeText(office, delivery)],
        [
          words('webhooks.content'),
          ({ id, body }) =>
            body !== '' && (
              <details>
                <summary>{words('webhooks.content')}</summary>
                <code>{body}</code>
                {may('resend-event') && (
                  <ActionForm
                    action={resend}
                    subject={webhook}
                    version={version}
                    hidden={{ eventID: id }}
                    submit={words('webhooks.resend')}
                    button="button quiet"
                  />
                )}
              </details>
            ),
          'action',
        ],
      ]}
    />
  )
}

function outcomeText({ words }: Office, delivery: Delivery): string {
  const { sentAt, givenUpAt, attempts: count, failure } = delivery
  if (sentAt !== null) return words('webhooks.sent', { time: formatTime(sentAt) })
  if (failure === null) return words('webhooks.waiting')
  return givenUpAt === null
    ? words('webhooks.failed', { count, failure })
    : words('webhooks.givenUp', { failure })
}
