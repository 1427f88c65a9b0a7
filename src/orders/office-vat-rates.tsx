import { z } from 'zod'
import { auditOf } from '../api/audit.ts'
import { versionOf } from '../api/perform-action.ts'
import { ActionNotice } from '../office/action-form.tsx'
import { ActionPanel, defineAction } from '../office/actions.tsx'
import { HistoryPanel } from '../office/history.tsx'
import { FactList, Panel } from '../office/lists.tsx'
import { countryName, useOffice, type OfficeContext } from '../office/office-context.tsx'
import { resource } from '../office/resource.tsx'
import { doneQuery } from '../office/routing.ts'
import { formatDate, formatPercent } from '../words/formats.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import {
  clearVatRates,
  draftRates,
  ratesText,
  readVatRates,
  setVatRates,
  typedRates,
  vatRatesSubject,
  type VatRates,
} from './vat-rates.ts'

/** Null: VAT is not charged by country. */
type Subject = { readonly rates: VatRates | null }

/** The form shows the confirmed rates, or a draft. */
const set = defineAction({
  name: 'set-vat-rates',
  inputsFor: ({ rates }: Subject) => ({
    vatRates: {
      schema: typedRates,
      kind: 'lines',
      rows: 12,
      value: ratesText((rates ?? draftRates).rates),
      isRequired: true,
    },
    asOf: { schema: z.iso.date(), type: 'date', value: (rates ?? draftRates).asOf },
    vatSource: {
      schema: z.string().trim().min(1).max(200),
      maxLength: 200,
      value: (rates ?? draftRates).source,
    },
    areRatesChecked: { schema: z.literal('yes'), kind: 'check' },
  }),
  run: async (context, person, { vatRates: rates, vatSource: source, asOf, ...input }) =>
    setVatRates(context, person, {
      idempotencyKey: input.idempotencyKey,
      version: input.version,
      rates,
      source,
      asOf,
    }),
})

const clear = defineAction({
  name: 'clear-vat-rates',
  isPossible: ({ rates }: Subject) => rates !== null,
  run: clearVatRates,
})

/** Shows the VAT rates by country, which an owner confirms. */
export const vatRatesScreen = resource({
  page: 'vatRates',
  section: 'money',
  query: doneQuery,
  async load(c) {
    const { db, config } = c.var.context
    return {
      ...(await readSubject(c)),
      elsewhere: config.VAT_PERCENT,
      version: (await versionOf(db, vatRatesSubject)) ?? 0,
      history: await auditOf(c.var.context, vatRatesSubject),
    }
  },
  title: ({ words }) => words('vatRates.title'),
  View({ rates, elsewhere, version, history }) {
    const { locale, words } = useOffice()
    return (
      <>
        <h1>{words('vatRates.title')}</h1>
        <p className="soft">{words('vatRates.text')}</p>
        <ActionNotice />
        <Panel id="rates" heading={words('vatRates.rates')}>
          {rates === null ? (
            <p>{words('vatRates.off')}</p>
          ) : (
            <>
              <p className="soft">
                {words('vatRates.asOf', { date: formatDate(rates.asOf), source: rates.source })}
              </p>
              <FactList
                facts={Object.entries(rates.rates).map(([country, hundredths]) => [
                  countryName(locale, country),
                  formatPercent(locale, hundredths / 100),
                ])}
              />
            </>
          )}
          <p>
            {elsewhere === null
              ? words('vatRates.noneElsewhere')
              : words('vatRates.elsewhere', { percent: formatPercent(locale, elsewhere) })}
          </p>
        </Panel>
        <ActionPanel actions={[set, clear]} subject={{ rates }} version={version} />
        <HistoryPanel entries={history.slice(-20)} />
      </>
    )
  },
  forms: {
    actions: [set, clear],
    subject: readSubject,
    href: (_, done) => officeHref('vatRates', { done }),
  },
})

async function readSubject({ var: { context } }: OfficeContext): Promise<Subject> {
  return { rates: await readVatRates(context) }
}
