import { z } from 'zod'
import { secretIDSchema } from '../api/common.ts'
import type { ActionProblem } from '../api/perform-action.ts'
import type { RefusedReason } from '../api/refused-reason.ts'
import { sha256, toBase64url } from '../kit/tokens.shared.ts'
import { officeHref, officePages } from '../words/office-paths.ts'
import {
  ActionFields,
  ActionNotice,
  failureText,
  FieldProblems,
  invalidField,
  type ActionFailure,
} from './action-form.tsx'
import { schemaOf } from './actions.tsx'
import { readBulkRows, runBulkRow, type BulkRow } from './bulk-actions.ts'
import { bulkNames, mostBulkRows, type BulkList, type BulkName } from './bulk-choice.tsx'
import { BackLink, renderPage } from './document.tsx'
import { InputFields, reasonInput, typedLines, type Inputs } from './fields.tsx'
import { fieldsOf, type FormFields } from './form-body.ts'
import { TablePanel } from './lists.tsx'
import { nameIn, useOffice, type Office, type OfficeContext } from './office-context.tsx'
import type { OfficeScreen } from './resource.tsx'
import { formPost } from './routing.ts'

const maxText = 10_000

/** What staff enter once for all rows. */
const inputsOf: { readonly [name in BulkName]: Inputs } = {
  resend: {},
  answer: { text: { schema: typedLines(maxText), kind: 'lines', rows: 8, maxLength: maxText } },
  'take-off-sale': { reason: reasonInput },
  'put-on-sale': {},
}

const choice = z
  .object({
    list: z.enum(['orders', 'esims', 'messages', 'plans']),
    action: z.enum(['resend', 'answer', 'take-off-sale', 'put-on-sale']),
  })
  .refine(({ list, action }) => bulkNames[list].some((name) => name === action))
type Choice = { readonly list: BulkList; readonly action: BulkName }

/** Shows what an action would do to the chosen rows, performs it, and shows what it did to each. */
export const bulkScreen: OfficeScreen = (app) => {
  app.post(officePages.bulk.path, ...previewPost)
  app.post(officePages.runBulk.path, ...runPost)
}

const previewPost = formPost({
  query: z.object({}),
  form: choice,
  post: async (c, chosen) => preview(c, chosen, await chosenIn(c)),
})

/** Returns the values of the boxes, up to one more than the limit. */
async function chosenIn(c: OfficeContext): Promise<string[]> {
  const rows = (await c.req.formData()).getAll('row').filter((row) => typeof row === 'string')
  return [...new Set(rows)].slice(0, mostBulkRows + 1)
}

async function preview(
  c: OfficeContext,
  { list, action }: Choice,
  ids: readonly string[],
  typed: FormFields = {},
  given: ActionFailure | null = null,
): Promise<Response> {
  const { context, words } = c.var
  const limited = ids.slice(0, mostBulkRows)
  const rows = await readBulkRows(context, list, action, limited)
  const reason = ids.length > mostBulkRows ? 'too-many-rows' : 'no-rows'
  const isWrong = ids.length > mostBulkRows || rows.length === 0
  const failure = given ?? (isWrong ? ({ code: 'refused', reason } as const) : null)
  return renderPage(
    c,
    { title: words(`bulk.names.${action}`), section: sectionOf[list] },
    <PreviewView {...{ list, action, typed, failure }} rows={isWrong ? [] : rows} />,
    { failure },
  )
}

const sectionOf = {
  orders: 'orders',
  esims: 'orders',
  messages: 'messages',
  plans: 'plans',
} as const

/** A row as the preview showed it: its version and its id. */
const shownRow = /^(\d{1,9}) (.{1,80})$/

const runPost = formPost({
  query: z.object({}),
  form: choice.and(z.object({ idempotencyKey: secretIDSchema })),
  async post(c, { list, action, idempotencyKey }) {
    const shown = (await chosenIn(c)).map((row) => shownRow.exec(row) ?? [])
    const versions = new Map(shown.map(([, version = '', id = '']) => [id, Number(version)]))
    const ids = [...versions.keys()]
    const typed = await fieldsOf(c)
    const parsed = schemaOf<Inputs>(inputsOf[action]).safeParse(typed)
    const chosen = { list, action }
    if (!parsed.success) return preview(c, chosen, ids, typed, invalidField(parsed.error.issues))
    const rows = await readBulkRows(c.var.context, list, action, ids.slice(0, mostBulkRows))
    const { text = '', reason = '' } = parsed.data as FormFields
    const outcomes = await performAll(c, action, rows, { versions, idempotencyKey, text, reason })
    return renderPage(
      c,
      { title: c.var.words(`bulk.names.${action}`), section: sectionOf[list] },
      <ResultView list={list} action={action} outcomes={outcomes} typed={text || reason} />,
    )
  },
})

type RunInput = {
  /** The versions that the preview showed, by row. */
  readonly versions: ReadonlyMap<string, number>
  readonly idempotencyKey: string
  readonly text: string
  readonly reason: string
}
type RowOutcome = { readonly row: BulkRow; readonly problem: ActionProblem | null }

/** Each row has a key of its own, so a form that is sent again continues where it stopped. */
async function performAll(
  c: OfficeContext,
  action: BulkName,
  rows: readonly BulkRow[],
  { versions, idempotencyKey: key, text, reason }: RunInput,
): Promise<RowOutcome[]> {
  const { context, person } = c.var
  /** The changes of this form, which the preview did not show. */
  const changes = new Map<string, number>()
  const outcomes: RowOutcome[] = []
  for (const row of rows) {
    const made = changes.get(row.subject) ?? 0
    const version = (versions.get(row.id) ?? 0) + made
    const idempotencyKey = toBase64url(await sha256(`${key} ${row.id}`))
    const input = { idempotencyKey, version, text, reason }
    const result = await runBulkRow(context, person, action, row, input)
    if (result.ok) changes.set(row.subject, made + 1)
    outcomes.push({ row, problem: result.ok ? null : result.error })
  }
  return outcomes
}

type BulkProps = { readonly list: BulkList; readonly action: BulkName }

function Heading({ list, action }: BulkProps) {
  const { words } = useOffice()
  return (
    <>
      <BackLink
        to={sectionOf[list]}
        href={officePages[list].path}
        page={words(`sections.${list}`)}
      />
      <h1>{words(`bulk.names.${action}`)}</h1>
    </>
  )
}

type BulkPreviewProps = BulkProps & {
  readonly rows: readonly BulkRow[]
  readonly typed: FormFields
  readonly failure: ActionFailure | null
}

function PreviewView({ list, action, rows, typed, failure }: BulkPreviewProps) {
  const office = useOffice()
  const { words } = office
  const possible = rows.filter(({ problem }) => problem === null)
  const others = rows.filter(({ problem }) => problem !== null)
  return (
    <>
      <Heading list={list} action={action} />
      <ActionNotice />
      {rows.length > 0 && (
        <TablePanel
          id="rows"
          heading={words('bulk.preview', { count: possible.length })}
          empty={words('bulk.nothing')}
          rows={possible}
          keyOf={({ id }) => id}
          columns={[
            [words('bulk.row'), ({ name }) => name],
            [words('bulk.effect'), (row) => effectText(office, action, row)],
          ]}
        />
      )}
      {others.length > 0 && <LeftOut rows={others} />}
      {possible.length > 0 && (
        <form method="post" action={officeHref('runBulk')} className="panel">
          <ActionFields action={action} version={0} />
          <input type="hidden" name="list" value={list} />
          {possible.map(({ id, version }) => (
            <input key={id} type="hidden" name="row" value={`${version} ${id}`} />
          ))}
          <FieldProblems failure={failure}>
            <InputFields inputs={inputsOf[action]} values={typed} />
          </FieldProblems>
          <button className="button">{words('bulk.submit', { count: possible.length })}</button>
        </form>
      )}
    </>
  )
}

function effectText({ words, locale }: Office, action: BulkName, { to, lang }: BulkRow): string {
  if (action === 'take-off-sale' || action === 'put-on-sale') return words(`actions.${action}.text`)
  const addresses = new Intl.ListFormat(locale).format(new Set(to))
  if (action === 'resend') return words('bulk.emails', { count: to.length, to: addresses })
  return words('bulk.answer', { to: addresses, language: nameIn(words, 'languages', lang ?? '') })
}

function LeftOut({ rows }: { readonly rows: readonly BulkRow[] }) {
  const { words } = useOffice()
  const reasonOf = (reason: RefusedReason | null) => reason && words(`refused.${reason}`)
  return (
    <TablePanel
      id="left-out"
      heading={words('bulk.leftOut', { count: rows.length })}
      empty=""
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        [words('bulk.row'), ({ name }) => name],
        [words('bulk.why'), ({ problem }) => reasonOf(problem)],
      ]}
    />
  )
}

type ResultProps = BulkProps & {
  readonly outcomes: readonly RowOutcome[]
  /** The text of the form, which refused rows still need. */
  readonly typed: string
}

function ResultView({ list, action, outcomes, typed }: ResultProps) {
  const { words, number } = useOffice()
  const done = outcomes.filter(({ problem }) => problem === null).length
  return (
    <>
      <Heading list={list} action={action} />
      <p className="notice" role="status">
        {words('bulk.result', { done: number(done), count: outcomes.length })}
      </p>
      <TablePanel
        id="outcomes"
        heading={words('bulk.outcomes')}
        empty={words('bulk.nothing')}
        rows={outcomes}
        keyOf={({ row }) => row.id}
        columns={[
          [words('bulk.row'), ({ row }) => row.name],
          [
            words('bulk.outcome'),
            ({ problem }) => (
              <>
                <span className={`badge ${problem ? 'bad' : 'good'}`}>
                  {words(problem ? 'bulk.refused' : 'bulk.done')}
                </span>{' '}
                {problem && failureText(words, problem)}
              </>
            ),
          ],
        ]}
      />
      {typed !== '' && done < outcomes.length && <p className="panel typed">{typed}</p>}
    </>
  )
}
