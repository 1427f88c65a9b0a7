import { z } from 'zod'
import { auditOf, type AuditEntry } from '../api/audit.ts'
import { apiScopes } from '../api/operation.ts'
import { versionOf } from '../api/perform-action.ts'
import { keyActions } from '../api/staff.ts'
import { actionForm, ActionNotice, type PageState } from '../office/action-form.tsx'
import { ActionDetails, ActionForm, defineAction } from '../office/actions.tsx'
import { BackLink, renderPage } from '../office/document.tsx'
import { isTicked, type Input } from '../office/fields.tsx'
import { HistoryPanel } from '../office/history.tsx'
import { Ago, Panel, TablePanel } from '../office/lists.tsx'
import { nameIn, useOffice, type OfficeContext } from '../office/office-context.tsx'
import { actionPost, type OfficeScreen } from '../office/resource.tsx'
import { doneQuery, screen } from '../office/routing.ts'
import { formatDate } from '../words/formats.shared.ts'
import { officeHref, officePages } from '../words/office-paths.ts'
import { addKey, keySubject, listKeys, revokeKey, type ListedKey } from './api-keys.ts'

const maxName = 60
const inputs = {
  keyName: { schema: z.string().trim().min(1).max(maxName), maxLength: maxName },
  ...Object.fromEntries(
    apiScopes.map((scope): readonly [string, Input<boolean>] => [
      scope,
      {
        schema: isTicked,
        kind: 'check',
        isRequired: false,
        label: ({ words }) => `${nameIn(words, 'apiScopes', scope.replace(':', '.'))} (${scope})`,
      },
    ]),
  ),
}

const add = defineAction({
  name: 'add-api-key',
  inputs,
  run: async (context, person, { idempotencyKey, version, keyName: name, ...ticked }) => {
    const chosen = apiScopes.filter((scope) => (ticked as { [scope: string]: unknown })[scope])
    return addKey(context, person, { idempotencyKey, version, name, scopes: chosen })
  },
})

const revoke = defineAction({
  name: 'revoke-api-key',
  inputs: { keyID: { schema: z.string(), kind: 'hidden' } },
  run: async (context, person, input) => revokeKey(context, person, input),
})

/** Shows the keys of other systems, the form for another one, and once the key that it made. */
export const apiKeysScreen: OfficeScreen = (app) => {
  const { path } = officePages.apiKeys
  app.get(
    path,
    ...screen({ query: doneQuery, get: async (c, { done }) => render(c, null, { done }) }),
  )
  app.post(path, ...keyPost)
}

const keyPost = actionPost({
  query: z.object({}),
  form: actionForm.extend({ action: z.enum(keyActions) }),
  async run(c, { form, input, fields }) {
    const { context, person } = c.var
    const action = form.action === add.name ? add : revoke
    const result = await action.run(context, person, input, fields, null)
    const isNew = !(result instanceof Response) && result.ok && typeof result.value === 'string'
    return isNew ? render(c, result.value, { done: add.name }) : result
  },
  hrefAfter: ({ form }) => officeHref('apiKeys', { done: form.action }),
  showAgain: async (c, _, rejected) => render(c, null, { rejected }),
})

async function render(
  c: OfficeContext,
  newKey: string | null,
  outcome: Partial<PageState>,
): Promise<Response> {
  const { context, words } = c.var
  const [keys, history, version] = await Promise.all([
    listKeys(context),
    auditOf(context, keySubject),
    versionOf(context.db, keySubject),
  ])
  return renderPage(
    c,
    { title: words('apiKeys.title'), section: 'settings' },
    <KeysView {...{ keys, history, newKey }} version={version ?? 0} />,
    { ...outcome, href: officeHref('apiKeys') },
  )
}

type KeysProps = {
  readonly keys: readonly ListedKey[]
  readonly history: readonly AuditEntry[]
  /** The key that was just made. It is not stored. */
  readonly newKey: string | null
  readonly version: number
}

function KeysView({ keys, history, newKey, version }: KeysProps) {
  const { words, may } = useOffice()
  return (
    <>
      <BackLink to="settings" />
      <h1>{words('apiKeys.title')}</h1>
      <p className="soft">{words('apiKeys.text')}</p>
      <ActionNotice />
      {newKey !== null && (
        <Panel id="new-key" heading={words('apiKeys.new')} text={words('apiKeys.newText')}>
          <p>
            <code>{newKey}</code>
          </p>
        </Panel>
      )}
      <KeyTable {...{ keys, version }} />
      {may('add-api-key') && (
        <section className="panel">
          <ActionDetails action={add} subject={null} version={version} isOpen={keys.length === 0} />
        </section>
      )}
      <HistoryPanel entries={history} />
    </>
  )
}

function KeyTable({ keys, version }: Pick<KeysProps, 'keys' | 'version'>) {
  const { words } = useOffice()
  return (
    <TablePanel
      id="keys"
      heading={words('apiKeys.title')}
      empty={words('apiKeys.none')}
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        [words('fields.keyName'), ({ name }) => name],
        [words('apiKeys.start'), ({ prefix }) => <code>{prefix}…</code>],
        [words('apiKeys.rights'), ({ scopes }) => scopes.join(', ')],
        [
          words('apiKeys.used'),
          ({ usedAt }) => (usedAt === null ? words('apiKeys.never') : <Ago time={usedAt} />),
        ],
        [
          words('apiKeys.made'),
          ({ createdAt, createdBy }) => `${formatDate(createdAt)}, ${createdBy}`,
        ],
        [
          words('actions.revoke-api-key.title'),
          ({ id }) => <RevokeForm keyID={id} version={version} />,
          'action',
        ],
      ]}
    />
  )
}

type RevokeFormProps = { readonly keyID: string; readonly version: number }

function RevokeForm({ keyID, version }: RevokeFormProps) {
  const { words, may } = useOffice()
  if (!may('revoke-api-key')) return null
  return (
    <ActionForm
      action={revoke}
      subject={null}
      version={version}
      hidden={{ keyID }}
      submit={words('actions.revoke-api-key.submit')}
      button="button quiet"
    />
  )
}
