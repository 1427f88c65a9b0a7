import type { ReactNode } from 'react'
import type { TimelineDetails } from '../api/audit.ts'
import { performAction, type ActionResult } from '../api/perform-action.ts'
import { seesMoney, type StaffMember } from '../api/staff.ts'
import type { BackendContext } from '../context.ts'
import { ok } from '../kit/result.shared.ts'
import { secretID } from '../kit/tokens.shared.ts'
import { settingsOf } from '../words/locales.shared.ts'
import { officePages } from '../words/office-paths.ts'
import { ActionNotice } from './action-form.tsx'
import { ActionForm, defineAction, type OfficeAction } from './actions.tsx'
import { BulkBar, BulkBox, hasBulk } from './bulk-choice.tsx'
import type { Section } from './document.tsx'
import { LabelledField, Options } from './fields.tsx'
import {
  countRows,
  listHref,
  listQuery,
  mostCounted,
  readListPage,
  readListRows,
  type RowFilter,
  type RowFilters,
  type ListInput,
  type ListRows,
  type ListSource,
  sortOf,
} from './list-rows.ts'
import { CursorPaging, OfficeSearch, WideTable, maxQuery, type Column } from './lists.tsx'
import { byteOrderMark, csvLines, type CsvCell } from './money-files.ts'
import {
  nameIn,
  officeWordsOf,
  useOffice,
  type Office,
  type OfficeContext,
  type OfficeWords,
  type TableName,
} from './office-context.tsx'
import { resource, type OfficeScreen } from './resource.tsx'

export type ListColumn<Row> = {
  readonly name: (words: OfficeWords) => string
  /** The cell of the page. Without it, only the file has the column. */
  readonly cell?: (row: Row, office: Office) => ReactNode
  readonly kind?: Column<Row>[2]
  /** The cell of the file. Without it, only the page has the column. */
  readonly text?: (row: Row, words: OfficeWords) => CsvCell
  /** Only roles that see accounts see the column. */
  readonly isMoney?: true
}

type ListDefinition<Row, Stored, Extra extends object> = ListRows<Row, Stored> & {
  readonly section: Section
  /** The first column of the page names the row. */
  readonly columns: readonly ListColumn<Row>[]
  /** Reads what the page shows above the list. */
  readonly load: (c: OfficeContext, query: ListInput) => Promise<Extra>
  readonly Above?: (props: Extra & { readonly query: ListInput }) => ReactNode
  /** The parameter of the tabs above the list. Filters apply within a tab, and a search in all. */
  readonly tab?: { readonly parameter: string; readonly names: TableName }
}

/**
 * Creates a page with a list: a search, filters and an order in the URL, the number of rows, and a
 * CSV file of exactly these rows.
 */
export function listScreen<Row, Stored, Extra extends object>(
  list: ListDefinition<Row, Stored, Extra>,
): OfficeScreen {
  const { page, section, filters, load, tab } = list
  const file = fileAction(list)
  return resource({
    page,
    section,
    query: listQuery(list),
    async load(c, query): Promise<(Extra & ListSubject & FoundRows<Row>) | Response> {
      const { context } = c.var
      const source = await list.source(context, query)
      if (typeof source === 'string') return c.redirect(source, 303)
      const [found, extra] = await Promise.all([
        readListPage(context, list, source, query),
        load(c, query),
      ])
      return { ...extra, query, source, found }
    },
    title: ({ words }, { query }) =>
      [
        words(`sections.${page}`),
        tab && query.q === '' && valueIn(words, query[tab.parameter], tab.names),
        query.q,
        ...Object.entries(filters).map(([name, { names }]) => valueIn(words, query[name], names)),
      ]
        .filter(Boolean)
        .join(' · '),
    View: (data) => <ListView {...data} list={list} file={file} />,
    forms: {
      actions: [file],
      async subject({ var: { context } }, query): Promise<ListSubject | null> {
        const source = await list.source(context, query)
        if (typeof source === 'string') return null
        return { query, source }
      },
      href: (query, done) => listHref(list, query, done),
    },
  })
}

/** Downloads the rows of a list. */
function fileAction<Row, Stored, Extra extends object>(list: ListDefinition<Row, Stored, Extra>) {
  return defineAction({
    name: 'export-list',
    inputs: {},
    async run(context, person, _, { query, source }: ListSubject) {
      // The values can be personal data.
      const names = ['q', list.tab?.parameter ?? '', ...Object.keys(list.filters)]
      const filters = names.filter((name) => (query[name] ?? '') !== '').join(', ')
      const recorded = await recordExport(context, person, 'export-list', async () => ({
        list: list.page,
        count: await countRows(context, list, source, query),
        filters,
      }))
      return recorded.ok ? csvFile(context, list, source, query, person) : recorded
    },
  })
}

type ListSubject = {
  readonly query: ListInput
  readonly source: ListSource
}

type FoundRows<Row> = { readonly found: Awaited<ReturnType<typeof readListPage<Row, unknown>>> }

type ListViewProps<Row, Stored, Extra extends object> = ListSubject &
  FoundRows<Row> & {
    readonly list: ListDefinition<Row, Stored, Extra>
    readonly file: OfficeAction<'export-list', ListSubject>
  }

function ListView<Row, Stored, Extra extends object>(
  props: Extra & ListViewProps<Row, Stored, Extra>,
) {
  const { words, may } = useOffice()
  const { list, file, query } = props
  const { page, Above } = list
  const { items: rows, next, count } = props.found
  return (
    <>
      <h1>{words(`sections.${page}`)}</h1>
      <ActionNotice />
      {Above && <Above {...props} />}
      <OfficeSearch page={page} query={query.q} maxLength={maxQuery}>
        <FilterFields list={list} query={query} />
      </OfficeSearch>
      {rows.length === 0 ? (
        <NoRows list={list} query={query} />
      ) : (
        <ListTable {...{ list, rows, count, query }} />
      )}
      <CursorPaging
        {...{ after: query.after, next }}
        names={[words('list.first'), words('list.next')]}
        hrefOf={(after = '') => listHref(list, { ...query, after })}
      />
      {rows.length > 0 && may('export-list') && (
        <ActionForm
          action={file}
          subject={props}
          version={0}
          submit={words('list.file')}
          button="button quiet"
        />
      )}
    </>
  )
}

type ListOf<Row, Stored, Extra extends object> = Pick<
  ListViewProps<Row, Stored, Extra>,
  'list' | 'query'
>

function NoRows<Row, Stored, Extra extends object>({ list, query }: ListOf<Row, Stored, Extra>) {
  const { words } = useOffice()
  const { q } = query
  const nothing = q === '' ? words('list.none') : words(`${list.page}.nothing`, { query: q })
  return (
    <p className="panel" role="status">
      {isFiltered(list, query) ? words('list.noMatch') : nothing}
    </p>
  )
}

function isFiltered({ filters }: { readonly filters: RowFilters }, query: ListInput): boolean {
  return Object.keys(filters).some((name) => query[name] !== '')
}

/** The filters are open while one of them is on. */
function FilterFields<Row, Stored, Extra extends object>(props: ListOf<Row, Stored, Extra>) {
  const { words } = useOffice()
  const { list, query } = props
  const { filters, sorts, tab } = list
  const sort = sortOf(list, query)
  // The form always sends an order.
  const isSorted = sort !== sortOf(list, { ...query, sort: '' })
  return (
    <details open={isFiltered(list, query) || isSorted}>
      <summary>{words('list.filters')}</summary>
      <div className="inline">
        {Object.entries(filters).map(([name, filter]) => (
          <FilterField key={name} {...{ name, filter }} value={query[name]} />
        ))}
        <LabelledField label={words('list.sort')}>
          <select name="sort" defaultValue={sort}>
            <Options of={Object.keys(sorts).map((name) => [name, nameIn(words, 'sorts', name)])} />
          </select>
        </LabelledField>
      </div>
      {tab && <input type="hidden" name={tab.parameter} value={query[tab.parameter]} />}
      <p className="groups">
        <button className="button quiet">{words('list.apply')}</button>
        {isFiltered(list, query) && <a href={officePages[list.page].path}>{words('list.clear')}</a>}
      </p>
      <small>{words('list.bookmark')}</small>
    </details>
  )
}

type FilterFieldProps = {
  readonly name: string
  readonly filter: RowFilter
  readonly value: string | undefined
}

function FilterField({ name, filter, value: defaultValue }: FilterFieldProps) {
  const { words } = useOffice()
  const { options, names, type = 'text' } = filter
  const optionOf = (value: string) =>
    [value, valueIn(words, value, names) || words('list.any')] as const
  return (
    <LabelledField label={nameIn(words, 'filters', name)}>
      {options ? (
        <select {...{ name, defaultValue }}>
          <Options of={['', ...options].map(optionOf)} />
        </select>
      ) : (
        <input {...{ name, type, defaultValue }} maxLength={maxQuery} />
      )}
    </LabelledField>
  )
}

/** Returns the name of a value of a filter. */
function valueIn(words: OfficeWords, value = '', names?: TableName): string {
  return names === undefined || value === '' ? value : nameIn(words, names, value)
}

type ListTableProps<Row, Stored, Extra extends object> = {
  readonly list: ListDefinition<Row, Stored, Extra>
  readonly rows: readonly Row[]
  readonly count: number
  readonly query: ListInput
}

function ListTable<Row, Stored, Extra extends object>(props: ListTableProps<Row, Stored, Extra>) {
  const office = useOffice()
  const { words, number } = office
  const { list, rows, count, query } = props
  const sort = nameIn(words, 'sorts', sortOf(list, query))
  return (
    <div className="panel">
      <WideTable
        name={words(`sections.${list.page}`)}
        caption={
          count > mostCounted
            ? words('list.most', { limit: number(mostCounted), sort })
            : words('list.count', { count, sort })
        }
        rows={rows}
        keyOf={list.idOf}
        columns={withBoxes(list, columnsOf(list.columns, office), words)}
      />
      <BulkBar list={list.page} />
    </div>
  )
}

/** Adds a box to the name of each row, if the list has actions on several rows. */
function withBoxes<Row, Stored, Extra extends object>(
  list: ListDefinition<Row, Stored, Extra>,
  [[name, cell], ...others]: readonly [Column<Row>, ...Column<Row>[]],
  words: OfficeWords,
): readonly [Column<Row>, ...Column<Row>[]] {
  const nameOf = (row: Row) => {
    const text = list.columns[0]?.text?.(row, words)
    return typeof text === 'string' && text !== '' ? text : list.idOf(row)
  }
  const withBox = (row: Row) => (
    <>
      <BulkBox list={list.page} id={list.idOf(row)} name={nameOf(row)} />
      {cell(row)}
    </>
  )
  return hasBulk(list.page) ? [[name, withBox], ...others] : [[name, cell], ...others]
}

/** Returns the columns that a page shows. */
export function columnsOf<Row>(
  columns: readonly ListColumn<Row>[],
  office: Office,
): readonly [Column<Row>, ...Column<Row>[]] {
  const [first, ...others] = columns.flatMap(({ name, cell, kind, isMoney }): Column<Row>[] => {
    if (!cell || (isMoney && !office.seesMoney)) return []
    const shown = (row: Row) => cell(row, office)
    return [kind ? [name(office.words), shown, kind] : [name(office.words), shown]]
  })
  if (!first) throw new Error('The list has no columns')
  return [first, ...others]
}

/**
 * Records who exported personal data. Audit rows are never erased, so this one does not identify a
 * customer. A form that is sent again downloads current data, so each download has a row of its own.
 */
export async function recordExport(
  context: BackendContext,
  staff: StaffMember,
  action: 'export-list' | 'export-person',
  detailsOf: () => Promise<TimelineDetails> = async () => ({}),
): Promise<ActionResult> {
  const idempotencyKey = secretID()
  const subject = { kind: 'person', id: idempotencyKey } as const
  // An export changes nothing, so it has no version.
  const request = { action, subject, idempotencyKey, version: 0, input: null } as const
  return performAction(context, staff, request, async () =>
    ok({ details: await detailsOf(), effects: () => [] }),
  )
}

/** Rows of a file that are in memory at a time. */
const rowsOfPart = 1000

/** Sends a list as a CSV file while it reads it. */
function csvFile<Row, Stored, Extra extends object>(
  context: BackendContext,
  list: ListDefinition<Row, Stored, Extra>,
  source: ListSource,
  query: ListInput,
  person: StaffMember,
): Response {
  const words = officeWordsOf(context.locale)
  const columns = list.columns.flatMap(({ name, text, isMoney }) =>
    text && (!isMoney || seesMoney(person)) ? [{ name, text }] : [],
  )
  const write = (rows: readonly (readonly CsvCell[])[]) =>
    new TextEncoder().encode(csvLines(rows, settingsOf(context.locale).decimalSeparator))
  let after: string | null = ''
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(byteOrderMark))
      controller.enqueue(write([columns.map(({ name }) => name(words))]))
    },
    async pull(controller) {
      const rows: Row[] = await readListRows(
        context,
        list,
        source,
        { ...query, after: after ?? '' },
        rowsOfPart,
      )
      controller.enqueue(write(rows.map((row) => columns.map(({ text }) => text(row, words)))))
      const last = rows.at(-1)
      after = last === undefined ? null : list.idOf(last)
      if (rows.length < rowsOfPart) controller.close()
    },
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${list.page}-${context.now.toISOString().slice(0, 10)}.csv"`,
    },
  })
}
